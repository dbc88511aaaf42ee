#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/format.h"

namespace gbrank {

/// A node as XGBoost computes with it: in float32.
struct XgboostNode {
  std::int32_t left = -1;  // -1: a leaf
  std::int32_t right = -1;
  std::uint32_t feature = 0;
  float condition = 0;  // a value < it goes left; of a leaf, its value
  bool default_left = false;
  double gain = 0;
  double hessian = 0;
};

struct XgboostTree {
  float weight = 1;                // of DART; 1 in others
  std::vector<XgboostNode> nodes;  // the root first
};

/// The parts of XGBoost's model file that scores depend on, and what describes them.
struct XgboostModel {
  std::string objective;
  float base_score = 0;
  std::size_t features = 0;
  std::vector<std::string> feature_names;  // none, or one a feature
  std::map<std::string, std::string> attributes;
  std::vector<XgboostTree> trees;
};

/// Reads what XGBoost's save_model writes, JSON or Universal Binary JSON. Throws Error, which does
/// not name the file, for what is not such a model and for parts that are not supported:
/// categorical splits, several outputs, linear boosters, objectives whose predictions are not the
/// sum of the leaves.
XgboostModel parse_xgboost(std::string_view text);

/// The attribute in which an export says what an absent feature is: "zero" or "missing". XGBoost
/// keeps it and takes them for missing all the same.
inline constexpr const char* kXgboostAbsent = "gbrank_absent";

Exported write_xgboost(const Ensemble& ensemble, const ExportOptions& options);

}  // namespace gbrank
