#define GBRANK_TARGET avx2
#include "predict/kernels/table.h"
