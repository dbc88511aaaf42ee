#include "gbrank/version.h"

namespace gbrank {

const char* version() { return GBRANK_VERSION; }

}  // namespace gbrank
