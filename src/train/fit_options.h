#pragma once

#include "gbrank/fit.h"

namespace gbrank {

/// Every option that shapes the trees, for the model's record; the objective's own are apart.
OptionTexts describe_options(const FitOptions& options, const Binning& binning);

}  // namespace gbrank
