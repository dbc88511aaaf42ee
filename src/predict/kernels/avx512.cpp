#define GBRANK_TARGET avx512
#include "predict/kernels/table.h"
