#include "exchange/xgboost_dump_reader.h"

#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data/letor_line.h"
#include "exchange/json_reading.h"
#include "exchange/tree_table.h"

namespace gbrank {
namespace {

using Json = nlohmann::json;

/// The trees as Elasticsearch LTR's NaiveAdditiveDecisionTree computes with them: float32, a
/// missing value by the split's `missing`, any other to the left where the threshold is greater.
class XgboostDumpModel : public Consumer {
 public:
  explicit XgboostDumpModel(TreeTable trees) : trees_(std::move(trees)) {}

  double score(std::span<const float> features) const override {
    float sum = 0;
    for (std::size_t t = 0; t < trees_.trees(); ++t) {
      sum += trees_.leaf(t, [&](const TreeTable::Split& split) {
        const float value = features[split.feature];
        return std::isnan(value) ? split.missing_left : split.threshold > value;
      });
    }
    return static_cast<double>(sum);
  }

 private:
  TreeTable trees_;
};

float float_member(const Json& node, const std::string& key) {
  const Json& value = member(node, key);
  if (!value.is_number()) throw Error(fmt::format("{} is not a number", key));
  const double number = value.get<double>();
  if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
    throw Error(fmt::format("{} is {}, too large for float32", key, number));
  }
  return static_cast<float>(number);
}

std::int64_t whole_member(const Json& node, const std::string& key) {
  const Json& value = member(node, key);
  if (!value.is_number_integer()) throw Error(fmt::format("{} is not a whole number", key));
  return value.get<std::int64_t>();
}

/// One tree after the other, each checked as Elasticsearch LTR's XGBoostJsonParser does.
class XgboostDumpReader {
 public:
  explicit XgboostDumpReader(std::span<const std::string> feature_names) {
    for (std::size_t f = 0; f < feature_names.size(); ++f) {
      features_.emplace(feature_names[f], static_cast<std::uint32_t>(f));
    }
  }

  TreeTable read(std::string_view text) {
    const Json rest = parse_trees(text, 1, [&](const Json& tree) {
      try {
        add_tree(tree);
      } catch (const Error& error) {
        throw Error(fmt::format("tree {}: {}", trees_.trees() - 1, error.what()));
      }
      return true;
    });
    if (!rest.is_array() || !rest.empty() || trees_.trees() == 0) {
      throw Error("is not an array of trees");
    }
    return std::move(trees_);
  }

 private:
  void add_tree(const Json& root) {
    trees_.begin_tree(1);
    std::vector<const Json*> open{&root};
    while (!open.empty()) {
      const Json& node = *open.back();
      open.pop_back();
      check_keys(node, {"nodeid", "depth", "split", "split_condition", "yes", "no", "missing",
                        "leaf", "children"});
      whole_member(node, "nodeid");
      if (node.contains("leaf")) {
        trees_.add_leaf(float_member(node, "leaf"));
        continue;
      }
      add_split(node);
      const Json& children = node.at("children");
      open.push_back(&children[1]);
      open.push_back(&children[0]);
    }
  }

  void add_split(const Json& node) {
    whole_member(node, "depth");
    const std::string& feature = text_member(node, "split");
    const auto found = features_.find(feature);
    if (found == features_.end()) {
      throw Error(
          fmt::format("splits on {}, which is not a known feature", gbrank::quoted(feature)));
    }
    const Json& children = member(node, "children");
    const std::int64_t yes = whole_member(node, "yes");
    const std::int64_t no = whole_member(node, "no");
    const std::int64_t missing = whole_member(node, "missing");
    if (!children.is_array() || children.size() != 2 ||
        whole_member(children[0], "nodeid") != yes || whole_member(children[1], "nodeid") != no) {
      throw Error("children are not the nodes of yes and no, in this order");
    }
    if (missing != yes && missing != no) throw Error("missing is neither yes nor no");
    trees_.add_split({found->second, float_member(node, "split_condition"), missing == yes});
  }

  std::unordered_map<std::string_view, std::uint32_t> features_;
  TreeTable trees_;
};

}  // namespace

std::unique_ptr<Consumer> read_xgboost_dump(std::string_view text, const std::string& name,
                                            std::span<const std::string> feature_names) {
  try {
    return std::make_unique<XgboostDumpModel>(XgboostDumpReader(feature_names).read(text));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
