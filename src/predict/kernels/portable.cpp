#define GBRANK_TARGET portable
#include "predict/kernels/table.h"
