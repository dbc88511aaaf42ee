#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank::bench {

/// Seconds, as a program itself tells them.
struct Times {
  double load;   // reading the text and making bins of it
  double train;  // growing the trees
};

/// Nothing where the lines do not tell both.
std::optional<Times> gbrank_times(const std::vector<std::string>& lines);
std::optional<Times> lightgbm_times(const std::vector<std::string>& lines);
/// XGBoost makes its bins in the first round. What that round took longer than the second is
/// therefore taken as loading.
std::optional<Times> xgboost_times(const std::vector<std::string>& lines);

struct Shape {
  std::size_t trees = 0;
  std::size_t leaves = 0;  // of all trees together

  bool operator==(const Shape&) const = default;
};

/// Of the text of a model file; of XGBoost, of a text dump.
Shape gbrank_shape(const std::string& model);
Shape lightgbm_shape(const std::string& model);
Shape xgboost_shape(const std::string& dump);

}  // namespace gbrank::bench
