#define GBRANK_TARGET avx512
#include "explain/kernels/table.h"
