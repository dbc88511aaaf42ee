#define GBRANK_TARGET portable
#include "explain/kernels/table.h"
