#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gbrank/version.h"

#include "exchange/base_tree.h"
#include "exchange/feature_names.h"
#include "exchange/losses.h"
#include "exchange/xgboost_model.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

/// The arrays of a tree, one entry a node; texts that are put together at the end.
struct Columns {
  std::string left, right, parent, feature, condition, default_left, gain, documents, value, zero;
  std::size_t nodes = 0;

  static void add(std::string& column, const std::string& entry) {
    if (!column.empty()) column += ',';
    column += entry;
  }
};

/// XGBoost tells a float32 from an integer by its point or exponent.
std::string float32_text(float value) {
  std::string text = number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// The condition of `value < condition` that is `value <= threshold`. Above the largest float32 is
/// infinity, which every JSON reader takes when it is written as a number that is too large.
std::string condition_text(float threshold) {
  const float above = std::nextafterf(threshold, std::numeric_limits<float>::infinity());
  return std::isinf(above) ? "1e39" : float32_text(above);
}

/// Siblings stand side by side: XGBoost goes to left, or to left + 1.
Columns columns_of(const Tree& tree) {
  struct Place {
    std::int32_t node;  // of ours; ~leaf
    std::size_t parent;
  };
  constexpr std::size_t kNoParent = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::uint64_t> documents = node_documents(tree);
  std::vector<Place> places{{tree.nodes() == 0 ? ~0 : 0, kNoParent}};
  Columns all;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place place = places[i];
    const bool leaf = place.node < 0;
    const auto at = static_cast<std::size_t>(leaf ? ~place.node : place.node);
    Columns::add(all.parent, fmt::format("{}", place.parent));
    Columns::add(all.zero, "0");
    if (leaf) {
      const std::string value = float32_text(nearest_float(tree.value[at]));
      Columns::add(all.left, "-1");
      Columns::add(all.right, "-1");
      Columns::add(all.feature, "0");
      Columns::add(all.condition, value);
      Columns::add(all.default_left, "0");
      Columns::add(all.gain, "0.0");
      Columns::add(all.documents, float32_text(static_cast<float>(tree.documents[at])));
      Columns::add(all.value, value);
      continue;
    }
    Columns::add(all.left, fmt::format("{}", places.size()));
    Columns::add(all.right, fmt::format("{}", places.size() + 1));
    Columns::add(all.feature, fmt::format("{}", tree.feature[at]));
    Columns::add(all.condition, condition_text(tree.threshold[at]));
    Columns::add(all.default_left, tree.missing_left[at] != 0 ? "1" : "0");
    Columns::add(all.gain, float32_text(static_cast<float>(tree.gain[at])));
    Columns::add(all.documents, float32_text(static_cast<float>(documents[at])));
    Columns::add(all.value, "0.0");
    places.push_back({tree.left[at], i});
    places.push_back({tree.right[at], i});
  }
  all.nodes = places.size();
  return all;
}

std::string tree_text(const Columns& columns, std::size_t number, std::size_t features) {
  return fmt::format(
      "{{\"base_weights\":[{}],\"categories\":[],\"categories_nodes\":[],"
      "\"categories_segments\":[],\"categories_sizes\":[],\"default_left\":[{}],\"id\":{},"
      "\"left_children\":[{}],\"loss_changes\":[{}],\"parents\":[{}],\"right_children\":[{}],"
      "\"split_conditions\":[{}],\"split_indices\":[{}],\"split_type\":[{}],\"sum_hessian\":[{}],"
      "\"tree_param\":{{\"num_deleted\":\"0\",\"num_feature\":\"{}\",\"num_nodes\":\"{}\","
      "\"size_leaf_vector\":\"0\"}}}}",
      columns.value, columns.default_left, number, columns.left, columns.gain, columns.parent,
      columns.right, columns.condition, columns.feature, columns.zero, columns.documents, features,
      columns.nodes);
}

std::string names_text(const Ensemble& ensemble) {
  std::string text;
  // XGBoost's own data takes no names with these.
  for (const std::string& name : plain_names(ensemble.feature_names, "[]<")) {
    Columns::add(text, json_string(name));
  }
  return text;
}

}  // namespace

Exported write_xgboost(const Ensemble& ensemble, const ExportOptions& options) {
  Exported exported;
  const double constant = constant_of(ensemble, options);
  add_float_losses(ensemble, constant, exported.losses);
  std::string trees;
  std::string groups;
  std::string rounds = "0";
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    const Columns columns = columns_of(ensemble.trees[t]);
    trees += (t == 0 ? "\n" : ",\n") + tree_text(columns, t, ensemble.features());
    Columns::add(groups, "0");
    Columns::add(rounds, fmt::format("{}", t + 1));
  }
  // Two versions of XGBoost look for the settings of the objective under two names.
  std::string text = fmt::format(
      "{{\"learner\":{{\"attributes\":{{\"gbrank\":{},\"{}\":\"{}\"}},\"feature_names\":[{}],"
      "\"feature_types\":[],\n\"gradient_booster\":{{\"model\":{{\"gbtree_model_param\":"
      "{{\"num_parallel_tree\":\"1\",\"num_trees\":\"{}\",\"size_leaf_vector\":\"0\"}},"
      "\"iteration_indptr\":[{}],\"tree_info\":[{}],\"trees\":[",
      json_string(version()), kXgboostAbsent, ensemble.absent_is_missing ? "missing" : "zero",
      names_text(ensemble), ensemble.trees.size(), rounds, groups);
  text += trees;
  text += fmt::format(
      "]}},\"name\":\"gbtree\"}},\n\"learner_model_param\":{{\"base_score\":\"{}\","
      "\"boost_from_average\":\"0\",\"num_class\":\"0\",\"num_feature\":\"{}\",\"num_target\":"
      "\"1\"}},\"objective\":{{\"lambda_rank_param\":{{}},\"lambdarank_param\":{{}},\"name\":"
      "\"rank:ndcg\"}}}},\"version\":[1,7,4]}}\n",
      float32_text(nearest_float(constant)), ensemble.features());
  exported.text = std::move(text);
  return exported;
}

}  // namespace gbrank
