#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/format.h"

namespace gbrank {

/// What LightGBM takes for missing at a split.
enum class LightgbmMissing { kNone, kZero, kNan };

/// Values up to this far from 0 are 0 to LightGBM.
inline constexpr double kLightgbmZero = 1e-35F;

struct LightgbmSplit {
  std::uint32_t feature = 0;
  double threshold = 0;  // a value <= it goes left
  bool default_left = false;
  LightgbmMissing missing = LightgbmMissing::kNone;
  std::int32_t left = 0;  // an inner node, or ~leaf
  std::int32_t right = 0;
  double gain = 0;
};

struct LightgbmTree {
  std::vector<LightgbmSplit> splits;
  std::vector<double> values;  // one a leaf
  std::vector<double> counts;
};

/// The parts of LightGBM's text model that scores depend on, and what describes them.
struct LightgbmModel {
  std::string objective;  // its first word
  bool average = false;   // of the trees, not their sum
  std::vector<std::string> feature_names;
  std::vector<std::string> feature_infos;  // "none": the same in every training row
  std::vector<LightgbmTree> trees;
};

/// Reads what LightGBM's save_model writes. Throws Error, which does not name the file, for what is
/// not such a model and for parts that are not supported: categorical splits, linear trees, several
/// outputs, objectives whose predictions are not the sum of the leaves.
LightgbmModel parse_lightgbm(std::string_view text);

Exported write_lightgbm(const Ensemble& ensemble, const ExportOptions& options);

}  // namespace gbrank
