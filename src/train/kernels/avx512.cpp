#define GBRANK_TARGET avx512
#include "train/kernels/table.h"
