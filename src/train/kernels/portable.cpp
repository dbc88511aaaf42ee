#define GBRANK_TARGET portable
#include "train/kernels/table.h"
