#include "exchange/xgboost_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gbrank/error.h"

#include "base/nearest.h"
#include "exchange/float32_json.h"
#include "exchange/foreign_tree.h"

namespace gbrank {
namespace {

using Json = nlohmann::json;

/// Those whose predictions are the margin itself.
const std::string kObjectives[] = {
    "rank:ndcg",         "rank:pairwise",        "rank:map",
    "reg:squarederror",  "reg:linear",           "reg:absoluteerror",
    "reg:quantileerror", "reg:pseudohubererror", "reg:squaredlogerror"};

constexpr std::size_t kMostFeatures = std::size_t{1} << 20;

/// Parameters are texts.
template <typename T>
T number_of(const std::string& text, const char* what) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Error(fmt::format("has {} '{}', expected a number", what, text.substr(0, 40)));
  }
  return value;
}

template <typename T>
T parameter(const Json& object, const char* name, T if_absent) {
  const auto found = object.find(name);
  return found == object.end() ? if_absent : number_of<T>(found->get<std::string>(), name);
}

/// "5E-1", or since XGBoost 3.1 "[5E-1]".
float read_base_score(const Json& parameters) {
  std::string text = parameters.at("base_score").get<std::string>();
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  if (text.find(',') != std::string::npos) {
    throw Error(fmt::format("has several base scores, [{}]: only one output is supported",
                            text.substr(0, 60)));
  }
  const auto value = number_of<float>(text, "base_score");
  if (!std::isfinite(value)) throw Error(fmt::format("has base_score '{}'", text));
  return value;
}

/// An array of one entry a node or tree.
class Column {
 public:
  Column(const Json& holder, const char* name, std::size_t size)
      : values_(holder.at(name)), name_(name) {
    if (!values_.is_array() || values_.size() != size) {
      throw Error(fmt::format("has {} with {} entries, expected {}", name, values_.size(), size));
    }
  }
  /// NaN is null.
  double number(std::size_t i) const {
    if (values_[i].is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!values_[i].is_number()) fail(i);
    return values_[i].get<double>();
  }
  std::int64_t whole(std::size_t i, std::int64_t least, std::int64_t most) const {
    if (values_[i].is_boolean()) return values_[i].get<bool>() ? 1 : 0;
    if (!values_[i].is_number_integer()) fail(i);
    const bool fits = !values_[i].is_number_unsigned() ||
                      std::in_range<std::int64_t>(values_[i].get<std::uint64_t>());
    const auto value = values_[i].get<std::int64_t>();
    if (!fits || value < least || value > most) fail(i);
    return value;
  }

 private:
  [[noreturn]] void fail(std::size_t i) const {
    throw Error(fmt::format("has {} {} at {}", name_, values_[i].dump().substr(0, 40), i));
  }

  const Json& values_;
  const char* name_;
};

void check_splits(const Json& json, const XgboostTree& tree) {
  const bool has_types = json.contains("split_type");
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].left == -1) continue;
    if (tree.nodes[i].feature >= kMostFeatures) {
      throw Error(fmt::format("has a node {} that splits on none of the first {} features", i,
                              kMostFeatures));
    }
    if (has_types && Column(json, "split_type", tree.nodes.size()).whole(i, 0, 1) != 0) {
      throw Error(fmt::format("has a categorical split at node {}; only numbers are supported", i));
    }
  }
}

/// Throws Error unless the nodes are a tree. What is left of branches that were pruned becomes
/// leaves.
void check_shape(XgboostTree& tree) {
  std::vector<bool> reached(tree.nodes.size());
  const auto children_of = [&](std::size_t i) -> Children {
    const XgboostNode& node = tree.nodes[i];
    if (node.left == -1) return {};
    if (node.left < 0 || node.right != node.left + 1) {
      throw Error(
          fmt::format("has a node {} with the children {} and {}, which XGBoost expects "
                      "side by side",
                      i, node.left, node.right));
    }
    return std::pair{static_cast<std::size_t>(node.left), static_cast<std::size_t>(node.right)};
  };
  for (const std::size_t i : reached_nodes(tree.nodes.size(), children_of)) reached[i] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) tree.nodes[i] = {};
  }
}

XgboostTree read_tree(const Json& json) {
  if (parameter<int>(json.at("tree_param"), "size_leaf_vector", 0) > 1) {
    throw Error("has leaves of several values; only one output is supported");
  }
  const std::size_t nodes = json.at("left_children").size();
  const Column left(json, "left_children", nodes);
  const Column right(json, "right_children", nodes);
  const Column feature(json, "split_indices", nodes);
  const Column condition(json, "split_conditions", nodes);
  const Column default_left(json, "default_left", nodes);
  const Column gain(json, "loss_changes", nodes);
  const Column hessian(json, "sum_hessian", nodes);
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  XgboostTree tree;
  for (std::size_t i = 0; i < nodes; ++i) {
    XgboostNode node;
    node.left = static_cast<std::int32_t>(left.whole(i, -1, kMost));
    node.right = static_cast<std::int32_t>(right.whole(i, -1, kMost));
    // Of leaves and of nodes that were pruned it may be anything.
    constexpr auto kAny = std::numeric_limits<std::int64_t>::max();
    node.feature = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(feature.whole(i, -kAny, kAny), 0, kMostFeatures));
    node.condition = static_cast<float>(condition.number(i));
    node.default_left = default_left.whole(i, 0, 1) != 0;
    node.gain = gain.number(i);
    node.hessian = hessian.number(i);
    tree.nodes.push_back(node);
  }
  check_shape(tree);
  check_splits(json, tree);
  return tree;
}

void read_weights(const Json& holder, std::vector<XgboostTree>& trees) {
  const Column weights(holder, "weight_drop", trees.size());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    trees[t].weight = static_cast<float>(weights.number(t));
  }
}

void read_booster(const Json& booster, XgboostModel& model) {
  const std::string name = booster.at("name").get<std::string>();
  if (name != "gbtree" && name != "dart") {
    throw Error(fmt::format("has the booster {}; only gbtree and dart are supported", name));
  }
  const Json& gbtree = name == "dart" ? booster.at("gbtree").at("model") : booster.at("model");
  const Json& trees = gbtree.at("trees");
  const Json& groups = gbtree.at("tree_info");
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (groups.at(t) != 0) throw Error("has several outputs; only one is supported");
    if (trees[t].value("id", t) != t) throw Error(fmt::format("has tree {} out of order", t));
    try {
      model.trees.push_back(read_tree(trees[t]));
    } catch (const Error& error) {
      throw Error(fmt::format("tree {} {}", t, error.what()));
    }
    for (const XgboostNode& node : model.trees.back().nodes) {
      if (node.left != -1) model.features = std::max<std::size_t>(model.features, node.feature + 1);
    }
  }
  // Of DART; in newer versions part of a gbtree.
  for (const Json* holder : {&gbtree, &booster}) {
    if (holder->contains("weight_drop")) read_weights(*holder, model.trees);
  }
}

XgboostModel read_model(const Json& json) {
  const Json& learner = json.at("learner");
  const Json& parameters = learner.at("learner_model_param");
  XgboostModel model;
  model.objective = learner.at("objective").at("name").get<std::string>();
  if (std::ranges::find(kObjectives, model.objective) == std::end(kObjectives)) {
    throw Error(
        fmt::format("has the objective {}, whose predictions are not the sum of the leaves "
                    "or not one number; supported: {}",
                    model.objective, fmt::join(kObjectives, ", ")));
  }
  for (const char* outputs : {"num_class", "num_target"}) {
    if (parameter<long>(parameters, outputs, 0) > 1) {
      throw Error(fmt::format("has {} {}; only one output is supported", outputs,
                              parameters.at(outputs).get<std::string>()));
    }
  }
  model.base_score = read_base_score(parameters);
  model.features = parameter<std::size_t>(parameters, "num_feature", 0);
  if (model.features > kMostFeatures) {
    throw Error(
        fmt::format("has {} features, at most {} are supported", model.features, kMostFeatures));
  }
  read_booster(learner.at("gradient_booster"), model);
  if (learner.contains("feature_names")) {
    model.feature_names = learner.at("feature_names").get<std::vector<std::string>>();
    if (model.feature_names.size() != model.features) model.feature_names.clear();
  }
  if (learner.contains("attributes")) {
    model.attributes = learner.at("attributes").get<std::map<std::string, std::string>>();
  }
  return model;
}

}  // namespace

XgboostModel parse_xgboost(std::string_view text) {
  try {
    // A key in quotes comes first, or in binary form its length.
    const bool binary = text.size() > 1 && text[0] == '{' &&
                        std::string_view("iUIlL").find(text[1]) != std::string_view::npos;
    return read_model(parse_float32_json(text, binary));
  } catch (const Json::exception& error) {
    throw Error(fmt::format("is not an XGBoost model: {}", error.what()));
  }
}

}  // namespace gbrank
