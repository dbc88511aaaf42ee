#include "train/fit_options.h"

#include <fmt/format.h>

#include "gbrank/error.h"

#include "objective/list.h"
#include "train/query_weights.h"

namespace gbrank {
namespace {

template <typename Number>
void check_range(const char* name, Number value, Number least, Number most) {
  if (value >= least && value <= most) return;
  throw OptionError(fmt::format("{} is {}, expected {} to {}", name, value, least, most));
}

void check_share(const char* name, double value) {
  if (value > 0 && value <= 1) return;
  throw OptionError(fmt::format("{} is {}, expected more than 0 and at most 1", name, value));
}

}  // namespace

void check_options(const FitOptions& options) {
  constexpr int kMany = 1 << 24;
  constexpr double kLarge = 1e12;
  const TreeOptions& tree = options.tree;
  check_range("trees", options.trees, 1, kMany);
  if (!(options.learning_rate > 0 && options.learning_rate <= kLarge)) {
    throw OptionError(fmt::format("learning-rate is {}, expected more than 0 and at most {}",
                                  options.learning_rate, kLarge));
  }
  check_range("leaves", tree.leaves, 2, 1 << 16);
  check_range("max-depth", tree.max_depth, 0, kMany);
  check_range("min-docs-per-leaf", tree.min_docs_per_leaf, 1, kMany);
  check_range("min-hessian", tree.min_hessian, 0.0, kLarge);
  check_range("l2", tree.l2, 0.0, kLarge);
  check_share("feature-fraction", options.feature_fraction);
  check_share("query-fraction", options.query_fraction);
  check_range("bags", options.bags, 1, 1 << 12);
  check_share("bag-fraction", options.bag_fraction);
  check_range("early-stopping", options.early_stopping, 0, kMany);
  check_range("threads", options.threads, 0, 4096);
  check_range("loss_every", options.loss_every, 0, kMany);
  const ObjectiveEntry& entry = find_objective(options.objective);
  const OptionTexts texts = complete_options(entry, options.objective_options);
  entry.make(OptionReader(texts));
  if (options.metrics.empty()) throw Error("no metric is given, expected at least one");
}

LeafRule leaf_rule(const FitOptions& options) {
  return options.tree.leaf.value_or(find_objective(options.objective).info.leaf);
}

OptionTexts describe_settings(const FitOptions& options) {
  const TreeOptions& tree = options.tree;
  const auto text = [](const auto& value) { return fmt::format("{}", value); };
  OptionTexts texts =
      complete_options(find_objective(options.objective), options.objective_options);
  texts.merge(OptionTexts{
      {"trees", text(options.trees)},
      {"learning-rate", text(options.learning_rate)},
      {"leaves", text(tree.leaves)},
      {"max-depth", text(tree.max_depth)},
      {"min-docs-per-leaf", text(tree.min_docs_per_leaf)},
      {"min-hessian", text(tree.min_hessian)},
      {"l2", text(tree.l2)},
      {"leaf", leaf_rule_name(leaf_rule(options))},
      {"feature-fraction", text(options.feature_fraction)},
      {"query-fraction", text(options.query_fraction)},
      {"bags", text(options.bags)},
  });
  if (options.bags > 1) texts["bag-fraction"] = text(options.bag_fraction);
  return texts;
}

OptionTexts describe_options(const FitOptions& options, const Binning& binning) {
  OptionTexts texts = describe_settings(options);
  for (const ObjectiveOption& own : find_objective(options.objective).info.options) {
    texts.erase(own.name);
  }
  const auto text = [](const auto& value) { return fmt::format("{}", value); };
  texts.merge(OptionTexts{
      {"bins", text(binning.max_bins)},
      {"bag-fraction", "1"},  // of one bag; that of several is there already
      {"query-weights", fingerprint(options.query_weights)},
      {"metric", options.metrics.front().name()},
      {"convention", options.convention.name},
      {"early-stopping", text(options.early_stopping)},
  });
  return texts;
}

}  // namespace gbrank
