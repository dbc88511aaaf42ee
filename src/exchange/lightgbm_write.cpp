#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/counted.h"
#include "exchange/base_tree.h"
#include "exchange/feature_names.h"
#include "exchange/lightgbm_model.h"
#include "exchange/losses.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

/// "key=a b c", a value for each of `size` entries.
template <typename ValueOf>
std::string line(const char* key, std::size_t size, const ValueOf& value_of) {
  std::string text = fmt::format("{}=", key);
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) text += ' ';
    text += value_of(i);
  }
  return text + "\n";
}

/// LightGBM keeps counts as 32-bit integers.
std::string count_text(std::uint64_t count) {
  return fmt::format("{}",
                     std::min<std::uint64_t>(count, std::numeric_limits<std::int32_t>::max()));
}

/// The largest double that is not above the threshold once it is rounded to float32, as values are
/// here: LightGBM compares doubles, and numpy's arrays and text have them. The same float32 values
/// are on its two sides.
double largest_on_the_left(float threshold) {
  const float next = std::nextafterf(threshold, std::numeric_limits<float>::infinity());
  if (threshold == 0 || !std::isfinite(next)) return static_cast<double>(threshold);
  const double middle = (static_cast<double>(threshold) + static_cast<double>(next)) / 2;
  // Halfway, the even one of both is nearer.
  return static_cast<float>(middle) == threshold
             ? middle
             : std::nextafter(middle, -std::numeric_limits<double>::infinity());
}

std::string tree_text(const Tree& tree, std::size_t number) {
  constexpr int kDefaultLeft = 2;
  constexpr int kMissingIsNan = 2 << 2;
  const std::vector<std::uint64_t> documents = node_documents(tree);
  const std::size_t nodes = tree.nodes();
  const auto whole = [](const auto& values) {
    return [&values](std::size_t i) { return fmt::format("{}", values[i]); };
  };
  const auto real = [](const auto& values) {
    return [&values](std::size_t i) { return number_text(static_cast<double>(values[i])); };
  };
  std::string text = fmt::format("Tree={}\nnum_leaves={}\nnum_cat=0\n", number, tree.leaves());
  text += line("split_feature", nodes, whole(tree.feature));
  text += line("split_gain", nodes, real(tree.gain));
  text += line("threshold", nodes,
               [&](std::size_t i) { return number_text(largest_on_the_left(tree.threshold[i])); });
  text += line("decision_type", nodes, [&](std::size_t i) {
    return fmt::format("{}", kMissingIsNan + (tree.missing_left[i] != 0 ? kDefaultLeft : 0));
  });
  text += line("left_child", nodes, whole(tree.left));
  text += line("right_child", nodes, whole(tree.right));
  text += line("leaf_value", tree.leaves(), real(tree.value));
  text += line("leaf_count", tree.leaves(),
               [&](std::size_t i) { return count_text(tree.documents[i]); });
  text += line("internal_count", nodes, [&](std::size_t i) { return count_text(documents[i]); });
  return text + "is_linear=0\nshrinkage=1\n\n\n";
}

/// A base score is a tree of one leaf, the first: the sum is then the same, bit for bit.
Tree constant_tree(double value) {
  Tree tree;
  tree.value = {value};
  tree.documents = {0};
  return tree;
}

/// The range of the thresholds of each feature, as LightGBM tells that of its values; "none" where
/// there is no split.
std::string feature_infos(const Ensemble& ensemble) {
  struct Range {
    float least = std::numeric_limits<float>::infinity();
    float most = -std::numeric_limits<float>::infinity();
  };
  std::vector<Range> ranges(ensemble.features());
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
      Range& range = ranges[tree.feature[i]];
      range.least = std::min(range.least, tree.threshold[i]);
      range.most = std::max(range.most, tree.threshold[i]);
    }
  }
  return line("feature_infos", ranges.size(), [&](std::size_t f) {
    return ranges[f].least > ranges[f].most
               ? std::string("none")
               : fmt::format("[{}:{}]", number_text(ranges[f].least), number_text(ranges[f].most));
  });
}

/// Adds a sentence when thresholds part values that are all 0 to LightGBM. A threshold of 0 is no
/// such one: the values beside it need not be that near.
void add_near_zero_losses(const Ensemble& ensemble, std::vector<std::string>& losses) {
  LossCount splits;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    const Tree& tree = ensemble.trees[t];
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
      const auto distance = std::abs(static_cast<double>(tree.threshold[node]));
      if (distance > 0 && distance < kLightgbmZero) splits.add(split_place(ensemble, t, node));
    }
  }
  if (splits.count == 0) return;
  losses.push_back(fmt::format(
      "{} of {} part values that are within 1e-35 of 0; LightGBM takes these for 0 where "
      "it reads dense rows (first: {})",
      splits.count, counted(count_splits(ensemble), "split"), splits.first));
}

}  // namespace

Exported write_lightgbm(const Ensemble& ensemble, const ExportOptions& options) {
  Exported exported;
  add_near_zero_losses(ensemble, exported.losses);
  std::vector<std::string> trees;
  const double constant = constant_of(ensemble, options);
  if (constant != 0) trees.push_back(tree_text(constant_tree(constant), 0));
  for (const Tree& tree : ensemble.trees) trees.push_back(tree_text(tree, trees.size()));

  // Names end at spaces here, and LightGBM's own data takes none with the others.
  const std::vector<std::string> names = plain_names(ensemble.feature_names, " \",:[]{}");
  std::string text = fmt::format(
      "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\n"
      "max_feature_idx={}\nobjective=lambdarank\n",
      static_cast<std::int64_t>(ensemble.features()) - 1);
  text += line("feature_names", names.size(), [&](std::size_t f) { return names[f]; });
  text += feature_infos(ensemble);
  // With these it reads trees in parallel.
  text += line("tree_sizes", trees.size(),
               [&](std::size_t t) { return fmt::format("{}", trees[t].size()); });
  text += "\n";
  for (const std::string& tree : trees) text += tree;
  exported.text = text + "end of trees\n";
  return exported;
}

}  // namespace gbrank
