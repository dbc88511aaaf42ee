#define GBRANK_TARGET avx512
#include "objective/kernels/table.h"
