#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/counted.h"
#include "exchange/base_tree.h"
#include "exchange/format.h"
#include "exchange/losses.h"
#include "exchange/solr_reader.h"
#include "exchange/solr_thresholds.h"
#include "model/json_text.h"
#include "model/tree_walk.h"

namespace gbrank {
namespace {

constexpr std::string_view kDefaultName = "gbrank";

/// How a feature stands in the file.
struct SolrFeature {
  std::string name;                  // as JSON
  std::optional<int> exponent = {};  // it is multiplied by 2^exponent; nothing: see losses
};

std::string solr_text(float threshold) {
  return std::isinf(threshold) ? "Infinity" : number_text(threshold);
}

/// Numbers are strings: Solr finds no setter for others.
struct SolrTree {
  const Tree& tree;
  std::span<const SolrFeature> features;
  std::string& text;

  void begin(char side) {
    if (side != ' ') text += side == 'L' ? ",\"left\":" : ",\"right\":";
  }
  void node(std::size_t i, std::size_t, char side) {
    begin(side);
    const SolrFeature& feature = features[tree.feature[i]];
    const float threshold = solr_threshold(tree.threshold[i], feature.exponent.value_or(0))
                                .value_or(tree.threshold[i] - kSolrSlack);
    text += fmt::format(R"({{"feature":{},"threshold":"{}","missing":"{}")", feature.name,
                        solr_text(threshold), tree.missing_left[i] != 0 ? "left" : "right");
  }
  void leaf(std::size_t i, std::size_t, char side) {
    begin(side);
    text += fmt::format(R"({{"value":"{}"}})", number_text(nearest_float(tree.value[i])));
  }
  void leave(std::size_t, std::size_t) { text += "}"; }
};

std::vector<SolrFeature> solr_features(const Ensemble& ensemble) {
  std::vector<std::vector<float>> thresholds(ensemble.features());
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
      thresholds[tree.feature[node]].push_back(tree.threshold[node]);
    }
  }
  std::vector<SolrFeature> features;
  for (std::size_t f = 0; f < ensemble.features(); ++f) {
    features.push_back({json_string(ensemble.feature_names[f]), solr_exponent(thresholds[f])});
  }
  return features;
}

void add_threshold_losses(const Ensemble& ensemble, std::span<const SolrFeature> features,
                          std::vector<std::string>& losses) {
  LossCount splits;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    const Tree& tree = ensemble.trees[t];
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
      const float threshold = tree.threshold[node];
      if (features[tree.feature[node]].exponent || solr_threshold(threshold, 0)) continue;
      splits.add(fmt::format("{} would be {}", split_place(ensemble, t, node),
                             number_text(threshold - kSolrSlack + kSolrSlack)));
    }
  }
  if (splits.count == 0) return;
  losses.push_back(fmt::format(
      "{} of {} have a threshold that Solr cannot reach, because it adds 1e-6 in float32; values "
      "between the threshold and the nearest that it can would go the other way (first: {})",
      splits.count, counted(count_splits(ensemble), "split"), splits.first));
}

/// The features that trees use, so that Solr computes no others; it wants at least one.
std::string feature_list(const Ensemble& ensemble, std::span<const SolrFeature> features) {
  if (features.empty()) throw Error("the model has no features, and Solr wants at least one");
  std::vector<bool> used = used_features(ensemble);
  if (std::ranges::find(used, true) == used.end()) used[0] = true;
  std::string list;
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (!used[f]) continue;
    list += fmt::format("{}\n{{\"name\":{}", list.empty() ? "" : ",", features[f].name);
    if (const int exponent = features[f].exponent.value_or(0); exponent != 0) {
      list += fmt::format(R"(,"norm":{{"class":"org.apache.solr.ltr.norm.StandardNormalizer",)"
                          R"("params":{{"avg":"0","std":"{}"}}}})",
                          number_text(std::ldexp(1.0F, -exponent)));
    }
    list += "}";
  }
  return list;
}

Exported write_solr(const Ensemble& ensemble, const ExportOptions& options) {
  check_distinct_names(ensemble, "solr");
  Exported exported;
  const std::vector<SolrFeature> features = solr_features(ensemble);
  std::string& text = exported.text;
  const std::string name(options.name.empty() ? kDefaultName : options.name);
  text = fmt::format(
      "{{\"class\":\"org.apache.solr.ltr.model.MultipleAdditiveTreesModel\",\n"
      "\"name\":{},\n",
      json_string(name));
  if (!options.store.empty()) text += fmt::format("\"store\":{},\n", json_string(options.store));
  text += fmt::format("\"features\":[{}\n],\n", feature_list(ensemble, features));
  text += "\"params\":{\"isNullSameAsZero\":false,\"trees\":[";
  bool first = true;
  visit_trees(ensemble, options, [&](const Tree& tree) {
    text += first ? "\n" : ",\n";
    first = false;
    text += "{\"weight\":\"1\",\"root\":";
    walk(tree, SolrTree{tree, features, text});
    text += "}";
  });
  text += "\n]}}\n";
  add_threshold_losses(ensemble, features, exported.losses);
  add_float_losses(ensemble, constant_of(ensemble, options), exported.losses);
  return exported;
}

}  // namespace

ExchangeFormat solr_format() {
  return {"solr", "Solr 9.2 and later", write_solr, read_solr, kDefaultName};
}

}  // namespace gbrank
