#pragma once

#include <string>
#include <vector>

#include "predict/judged_text.h"
#include "predict/text_scorer.h"

namespace gbrank::cli {

/// Says on standard error that data, whose largest feature index is given, has features which the
/// model does not know.
void warn_of_unknown_features(std::size_t largest_index, const Ensemble& ensemble,
                              const std::string& name);

/// One score a row, with that warning.
std::vector<double> score_judged(const JudgedText& data, const Ensemble& ensemble, int threads);

}  // namespace gbrank::cli
