#define GBRANK_TARGET avx2
#include "train/kernels/table.h"
