#include "exchange/losses.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/counted.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

constexpr double kLargest = std::numeric_limits<float>::max();

}  // namespace

std::string split_place(const Ensemble& ensemble, std::size_t tree, std::size_t node) {
  const Tree& of = ensemble.trees[tree];
  return fmt::format("tree {}, {} <= {}", tree,
                     json_string(ensemble.feature_names[of.feature[node]]),
                     number_text(of.threshold[node]));
}

std::size_t count_splits(const Ensemble& ensemble) {
  std::size_t splits = 0;
  for (const Tree& tree : ensemble.trees) splits += tree.nodes();
  return splits;
}

std::vector<bool> used_features(const Ensemble& ensemble) {
  std::vector<bool> used(ensemble.features());
  for (const Tree& tree : ensemble.trees) {
    for (const std::uint32_t feature : tree.feature) used[feature] = true;
  }
  return used;
}

double within_float(double value) { return std::clamp(value, -kLargest, kLargest); }

float nearest_float(double value) { return static_cast<float>(within_float(value)); }

void add_float_losses(const Ensemble& ensemble, double constant, std::vector<std::string>& losses) {
  const auto too_large = [](double value) { return std::abs(value) > kLargest; };
  LossCount values;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    for (const double value : ensemble.trees[t].value) {
      if (too_large(value)) values.add(fmt::format("tree {}, {}", t, number_text(value)));
    }
  }
  if (too_large(constant)) values.add(fmt::format("the base score, {}", number_text(constant)));
  if (values.count == 0) return;
  losses.push_back(fmt::format(
      "{} too large for float32 and would become its largest number, {:.3g} (first: {})",
      counted(values.count, "value is", "values are"), kLargest, values.first));
}

void add_missing_losses(const Ensemble& ensemble, const std::string& reader,
                        std::vector<std::string>& losses) {
  LossCount splits;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    const Tree& tree = ensemble.trees[t];
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
      if ((tree.missing_left[node] != 0) != (0 <= tree.threshold[node])) {
        splits.add(split_place(ensemble, t, node));
      }
    }
  }
  if (splits.count == 0) return;
  losses.push_back(
      fmt::format("{} of {} send missing values to another side than 0; {} takes a missing value "
                  "for 0, so documents that lack the feature would go the other way (first: {})",
                  splits.count, counted(count_splits(ensemble), "split"), reader, splits.first));
}

void check_distinct_names(const Ensemble& ensemble, const std::string& format) {
  const std::vector<bool> used = used_features(ensemble);
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t f = 0; f < ensemble.features(); ++f) {
    const auto [earlier, is_new] = first.emplace(ensemble.feature_names[f], f);
    if (is_new) continue;
    if (used[f] || used[earlier->second]) {
      throw Error(
          fmt::format("features {} and {} are both named {}; {} knows features by their "
                      "names, so they must differ",
                      earlier->second + 1, f + 1, json_string(ensemble.feature_names[f]), format));
    }
  }
}

}  // namespace gbrank
