#include "exchange/solr_reader.h"

#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data/letor_line.h"
#include "exchange/java_text.h"
#include "exchange/json_reading.h"
#include "exchange/solr_thresholds.h"
#include "exchange/tree_table.h"

namespace gbrank {
namespace {

using Json = nlohmann::json;

/// A feature that the model lists, and how its values are changed before trees see them.
struct ListedFeature {
  std::size_t column;  // of the row
  float average = 0;
  float deviation = 1;
};

/// MultipleAdditiveTreesModel with null support: float32, a missing value by the split's `missing`.
/// Without it, a missing feature is 0, the default value of features.
class SolrModel : public Consumer {
 public:
  SolrModel(TreeTable trees, std::vector<ListedFeature> features, bool null_is_zero)
      : trees_(std::move(trees)), features_(std::move(features)), null_is_zero_(null_is_zero) {}

  double score(std::span<const float> features) const override {
    float sum = 0;
    for (std::size_t t = 0; t < trees_.trees(); ++t) {
      sum += trees_.weight(t) * trees_.leaf(t, [&](const TreeTable::Split& split) {
        const ListedFeature& feature = features_[split.feature];
        float value = features[feature.column];
        if (std::isnan(value)) {
          if (!null_is_zero_) return split.missing_left;
          value = 0;
        }
        return (value - feature.average) / feature.deviation <= split.threshold;
      });
    }
    return static_cast<double>(sum);
  }

 private:
  TreeTable trees_;
  std::vector<ListedFeature> features_;
  bool null_is_zero_;
};

float number_in(const Json& object, const std::string& key) {
  const std::string& text = text_member(object, key);
  const std::optional<float> value = parse_java_float(text);
  if (!value)
    throw Error(fmt::format("{} is {}, expected a float32 number", key, gbrank::quoted(text)));
  return *value;
}

class SolrReader {
 public:
  explicit SolrReader(std::span<const std::string> feature_names) {
    for (std::size_t f = 0; f < feature_names.size(); ++f) columns_.emplace(feature_names[f], f);
  }

  std::unique_ptr<Consumer> read(std::string_view text) {
    const Json model = parse_trees(text, 3, [&](const Json& object) {
      if (!object.contains("root")) return false;
      try {
        add_tree(object);
      } catch (const Error& error) {
        throw Error(fmt::format("tree {}: {}", tree_, error.what()));
      }
      ++tree_;
      return true;
    });
    check_keys(model, {"class", "name", "store", "features", "params"});
    if (text_member(model, "class") != "org.apache.solr.ltr.model.MultipleAdditiveTreesModel") {
      throw Error("is not a MultipleAdditiveTreesModel");
    }
    text_member(model, "name");
    const Json& params = member(model, "params");
    check_keys(params, {"isNullSameAsZero", "trees"});
    if (!member(params, "trees").is_array() || !params.at("trees").empty()) {
      throw Error("params.trees is not an array of trees");
    }
    const Json null_is_zero_given = params.value("isNullSameAsZero", Json(true));
    if (!null_is_zero_given.is_boolean()) throw Error("isNullSameAsZero is not true or false");
    const bool null_is_zero = null_is_zero_given.get<bool>();
    if (!null_is_zero && without_missing_) {
      throw Error(fmt::format("tree {}: a split has no missing, which isNullSameAsZero needs",
                              *without_missing_));
    }
    return std::make_unique<SolrModel>(std::move(trees_), listed_features(model), null_is_zero);
  }

 private:
  void add_tree(const Json& tree) {
    check_keys(tree, {"weight", "root"});
    trees_.begin_tree(number_in(tree, "weight"));
    std::vector<const Json*> open{&tree.at("root")};
    while (!open.empty()) {
      const Json& node = *open.back();
      open.pop_back();
      if (!node.is_object()) throw Error("a node is not an object");
      check_keys(node, {"feature", "threshold", "missing", "left", "right", "value"});
      if (node.contains("feature")) {
        add_split(node);
        open.push_back(&member(node, "right"));
        open.push_back(&member(node, "left"));
      } else if (node.contains("left") || node.contains("right")) {
        throw Error("a leaf has left or right");
      } else {
        trees_.add_leaf(number_in(node, "value"));
      }
    }
  }

  void add_split(const Json& node) {
    if (!node.contains("missing") && !without_missing_) without_missing_ = tree_;
    const bool missing_left = node.contains("missing") && text_member(node, "missing") == "left";
    const auto [found, is_new] =
        names_.emplace(text_member(node, "feature"), static_cast<std::uint32_t>(names_.size()));
    trees_.add_split({found->second, number_in(node, "threshold") + kSolrSlack, missing_left});
  }

  /// For each name in the trees, the feature of this name in the list.
  std::vector<ListedFeature> listed_features(const Json& model) const {
    std::unordered_map<std::string_view, ListedFeature> listed;
    if (!member(model, "features").is_array()) throw Error("features is not an array");
    for (const Json& feature : model.at("features")) {
      check_keys(feature, {"name", "norm"});
      const std::string& name = text_member(feature, "name");
      const auto column = columns_.find(name);
      if (column == columns_.end()) {
        throw Error(fmt::format("lists {}, which is not a known feature", gbrank::quoted(name)));
      }
      if (!listed.emplace(name, read_norm(feature, column->second)).second) {
        throw Error(fmt::format("lists {} twice", gbrank::quoted(name)));
      }
    }
    if (listed.empty()) throw Error("lists no features");
    std::vector<ListedFeature> features(names_.size());
    for (const auto& [name, index] : names_) {
      const auto found = listed.find(name);
      if (found == listed.end()) {
        throw Error(fmt::format("splits on {}, which it does not list: such a tree answers 0",
                                gbrank::quoted(name)));
      }
      features[index] = found->second;
    }
    return features;
  }

  static ListedFeature read_norm(const Json& feature, std::size_t column) {
    if (!feature.contains("norm")) return {column};
    const Json& norm = feature.at("norm");
    if (text_member(norm, "class") != "org.apache.solr.ltr.norm.StandardNormalizer") {
      throw Error(fmt::format("norm is {}, expected a StandardNormalizer",
                              gbrank::quoted(text_member(norm, "class"))));
    }
    const Json& params = member(norm, "params");
    const ListedFeature result{column, number_in(params, "avg"), number_in(params, "std")};
    if (!(result.deviation > 0)) throw Error("std is not positive");
    return result;
  }

  std::unordered_map<std::string_view, std::size_t> columns_;
  std::unordered_map<std::string, std::uint32_t> names_;  // in the trees
  TreeTable trees_;
  std::size_t tree_ = 0;  // at hand
  std::optional<std::size_t> without_missing_;
};

}  // namespace

std::unique_ptr<Consumer> read_solr(std::string_view text, const std::string& name,
                                    std::span<const std::string> feature_names) {
  try {
    return SolrReader(feature_names).read(text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
