#define GBRANK_TARGET portable
#include "objective/kernels/table.h"
