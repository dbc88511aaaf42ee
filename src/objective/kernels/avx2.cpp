#define GBRANK_TARGET avx2
#include "objective/kernels/table.h"
