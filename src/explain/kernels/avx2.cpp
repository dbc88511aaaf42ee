#define GBRANK_TARGET avx2
#include "explain/kernels/table.h"
