#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "exchange/foreign_tree.h"
#include "exchange/lightgbm_model.h"

namespace gbrank {
namespace {

bool is_zero(double value) { return std::abs(value) <= kLightgbmZero; }

/// As LightGBM computes for dense rows: in double, tree by tree.
class LightgbmConsumer : public Consumer {
 public:
  explicit LightgbmConsumer(LightgbmModel model) : model_(std::move(model)) {}

  double score(std::span<const float> features) const override {
    double sum = 0;
    for (const LightgbmTree& tree : model_.trees) sum += tree.values[leaf_of(tree, features)];
    return model_.average ? sum / static_cast<double>(model_.trees.size()) : sum;
  }

 private:
  static std::size_t leaf_of(const LightgbmTree& tree, std::span<const float> features) {
    std::int32_t at = tree.splits.empty() ? ~0 : 0;
    while (at >= 0) {
      const LightgbmSplit& split = tree.splits[static_cast<std::size_t>(at)];
      at = goes_left(split, value_of(split, features)) ? split.left : split.right;
    }
    return static_cast<std::size_t>(~at);
  }
  static double value_of(const LightgbmSplit& split, std::span<const float> features) {
    if (split.feature >= features.size()) return 0;
    const auto value = static_cast<double>(features[split.feature]);
    const bool nothing =
        is_zero(value) || (std::isnan(value) && split.missing != LightgbmMissing::kNan);
    return nothing ? 0 : value;
  }
  static bool goes_left(const LightgbmSplit& split, double value) {
    const bool missing =
        std::isnan(value) || (split.missing == LightgbmMissing::kZero && value == 0);
    return missing ? split.default_left : value <= split.threshold;
  }

  LightgbmModel model_;
};

/// The threshold for values that are rounded to float32. A value that is not above the threshold is
/// not above it after both were rounded, either; and LightGBM's thresholds stand just above a value
/// of its data, or halfway to the next one.
double threshold_for(double threshold, ForeignValues values) {
  const auto nearest = static_cast<float>(threshold);
  if (values == ForeignValues::kFloat32 || !std::isfinite(nearest)) return threshold;
  if (nearest == 0 && threshold < 0) return threshold;  // 0 stays above it
  return static_cast<double>(nearest);
}

/// A split in gbrank's words: NaN alone is missing. Throws Error where LightGBM takes 0 for
/// missing, too, and sends it to another side than the values about it.
ForeignNode import_split(const LightgbmSplit& split, ForeignValues values) {
  ForeignNode node;
  node.feature = split.feature;
  node.threshold = threshold_for(split.threshold, values);
  node.gain = split.gain;
  node.missing_left = split.missing == LightgbmMissing::kNone ? 0 <= split.threshold  // taken for 0
                                                              : split.default_left;
  if (split.missing != LightgbmMissing::kZero) return node;
  if (is_zero(split.threshold)) {
    // All that is left to compare is negative or positive.
    node.threshold = split.default_left ? kLightgbmZero : -std::nextafter(kLightgbmZero, 1);
  } else if ((split.threshold > 0) != split.default_left) {
    throw Error(fmt::format(
        "takes 0 for missing and sends it to the {}, while {} is the threshold; only models that "
        "were trained without zero_as_missing can always be imported",
        split.default_left ? "left" : "right", split.threshold));
  }
  return node;
}

Tree import_tree(const LightgbmTree& from, double divisor, ForeignValues values) {
  const std::size_t inner = from.splits.size();
  const auto place = [&](std::int32_t child) {
    return child >= 0 ? static_cast<std::size_t>(child) : inner + static_cast<std::size_t>(~child);
  };
  std::vector<ForeignNode> nodes;
  for (std::size_t i = 0; i < inner; ++i) {
    try {
      nodes.push_back(import_split(from.splits[i], values));
    } catch (const Error& error) {
      throw Error(fmt::format("has a node {} that {}", i, error.what()));
    }
    nodes.back().left = place(from.splits[i].left);
    nodes.back().right = place(from.splits[i].right);
  }
  for (std::size_t leaf = 0; leaf < from.values.size(); ++leaf) {
    ForeignNode node;
    node.leaf = true;
    node.value = from.values[leaf] / divisor;
    node.documents = from.counts[leaf];
    nodes.push_back(node);
  }
  return arranged(nodes);
}

/// LightGBM's names of columns without one.
bool is_default_name(const std::string& name, std::size_t column) {
  return name == fmt::format("Column_{}", column);
}

std::unique_ptr<Consumer> read(std::string_view text, const std::string& name,
                               std::span<const std::string>) {
  try {
    return std::make_unique<LightgbmConsumer>(parse_lightgbm(text));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

bool recognises(std::string_view text) {
  return text.starts_with("tree\n") || text.starts_with("tree\r\n");
}

ForeignModel read_foreign(std::string_view text, ForeignValues values) {
  const LightgbmModel from = parse_lightgbm(text);
  ForeignModel model;
  model.columns = from.feature_names.size();
  bool named = false;
  for (std::size_t c = 0; c < model.columns; ++c) {
    named = named || !is_default_name(from.feature_names[c], c);
  }
  if (named) model.column_names = from.feature_names;
  // LETOR text has neither names nor values of index 0.
  const bool column_0_varied = !from.feature_infos.empty() && from.feature_infos[0] != "none";
  model.first_feature = named || column_0_varied ? 0 : 1;

  Ensemble& ensemble = model.ensemble;
  ensemble.training.objective =
      "lightgbm:" + (from.objective.empty() ? std::string("custom") : from.objective);
  const double divisor = from.average ? static_cast<double>(from.trees.size()) : 1;
  for (std::size_t t = 0; t < from.trees.size(); ++t) {
    try {
      ensemble.trees.push_back(import_tree(from.trees[t], divisor, values));
    } catch (const Error& error) {
      throw Error(fmt::format("tree {} {}", t, error.what()));
    }
  }
  return model;
}

}  // namespace

ExchangeFormat lightgbm_format() {
  return {"lightgbm", "LightGBM, treelite", write_lightgbm, read};
}

ImportFormat lightgbm_import() {
  return {"lightgbm", "LightGBM's model file", recognises, read_foreign, true};
}

}  // namespace gbrank
