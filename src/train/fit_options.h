#pragma once

#include "gbrank/fit.h"

namespace gbrank {

/// What leaves answer: as asked for, or as suits the objective.
LeafRule leaf_rule(const FitOptions& options);

/// The options of trees and of the objective, as a command line or a file of options has them.
OptionTexts describe_settings(const FitOptions& options);

/// Every option that shapes the trees, for the model's record; the objective's own are apart.
OptionTexts describe_options(const FitOptions& options, const Binning& binning);

}  // namespace gbrank
