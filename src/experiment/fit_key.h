#pragma once

#include <cstdint>
#include <string>

#include "gbrank/fit.h"

#include "experiment/folds.h"

namespace gbrank {

/// Everything that a fit on a fold depends on, as text: the version, the data, every option, and
/// the seed. Fits with the same key give the same model.
std::string fit_key(const Fold& fold, const FitOptions& options);

/// Every choice of a convention.
std::string describe_convention(const Convention& convention);

}  // namespace gbrank
