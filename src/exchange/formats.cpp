#include "exchange/format.h"

// One line a format: declare its entry here and list it below.

namespace gbrank {

std::span<const ExchangeFormat> exchange_formats() { return {}; }

std::span<const ImportFormat> import_formats() { return {}; }

}  // namespace gbrank
