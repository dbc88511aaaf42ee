#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "exchange/foreign_tree.h"
#include "exchange/xgboost_model.h"

namespace gbrank {
namespace {

/// As XGBoost computes: in float32, from the base score on, tree by tree.
class XgboostConsumer : public Consumer {
 public:
  explicit XgboostConsumer(XgboostModel model) : model_(std::move(model)) {}

  double score(std::span<const float> features) const override {
    float sum = model_.base_score;
    for (const XgboostTree& tree : model_.trees) {
      sum += leaf_of(tree, features).condition * tree.weight;
    }
    return static_cast<double>(sum);
  }

 private:
  static const XgboostNode& leaf_of(const XgboostTree& tree, std::span<const float> features) {
    const XgboostNode* node = &tree.nodes[0];
    while (node->left != -1) {
      const bool given = node->feature < features.size() && !std::isnan(features[node->feature]);
      const bool left = given ? features[node->feature] < node->condition : node->default_left;
      node = &tree.nodes[static_cast<std::size_t>(left ? node->left : node->right)];
    }
    return *node;
  }

  XgboostModel model_;
};

Tree import_tree(const XgboostTree& from) {
  std::vector<ForeignNode> nodes;
  for (const XgboostNode& node : from.nodes) {
    ForeignNode to;
    to.leaf = node.left == -1;
    to.feature = node.feature;
    to.threshold = static_cast<double>(
        std::nextafterf(node.condition, -std::numeric_limits<float>::infinity()));
    to.missing_left = node.default_left;
    to.left = static_cast<std::size_t>(node.left);
    to.right = static_cast<std::size_t>(node.right);
    to.gain = node.gain;
    to.value = static_cast<double>(node.condition * from.weight);
    to.documents = node.hessian;
    nodes.push_back(to);
  }
  return arranged(nodes);
}

std::unique_ptr<Consumer> read(std::string_view text, const std::string& name,
                               std::span<const std::string>) {
  try {
    return std::make_unique<XgboostConsumer>(parse_xgboost(text));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

bool recognises(std::string_view text) {
  return text.starts_with('{') && text.find("learner") != std::string_view::npos;
}

bool splits_on_0(const Tree& tree) {
  return std::ranges::find(tree.feature, 0U) != tree.feature.end();
}

ForeignModel read_foreign(std::string_view text, ForeignValues) {
  const XgboostModel from = parse_xgboost(text);
  ForeignModel model;
  model.columns = from.features;
  model.column_names = from.feature_names;
  Ensemble& ensemble = model.ensemble;
  ensemble.training.objective = "xgboost:" + from.objective;
  ensemble.base_score = static_cast<double>(from.base_score);
  const auto absent = from.attributes.find(kXgboostAbsent);
  ensemble.absent_is_missing = absent == from.attributes.end() || absent->second != "zero";
  for (const XgboostTree& tree : from.trees) ensemble.trees.push_back(import_tree(tree));
  // LETOR text has neither names nor an index 0.
  const bool from_letor =
      model.column_names.empty() && std::ranges::none_of(ensemble.trees, splits_on_0);
  model.first_feature = from_letor ? 1 : 0;
  return model;
}

}  // namespace

ExchangeFormat xgboost_format() {
  return {"xgboost", "XGBoost 1.7 and later", write_xgboost, read};
}

ImportFormat xgboost_import() {
  return {"xgboost", "XGBoost's model file (JSON or UBJSON)", recognises, read_foreign};
}

}  // namespace gbrank
