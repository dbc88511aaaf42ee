// What fixed-point gradients cost in quality. Each variant finds splits with gradients and hessians
// that are rounded to so many levels, sums in double precision being the reference; all else is
// alike. Test NDCG@10, and the paired difference to the reference over all fits: one for each pair
// of files and each seed, which draws the columns of each tree. The last bit of a sum may decide
// between two splits, and trees part from there, so that single fits differ by chance.

#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/fit.h"
#include "gbrank/metrics.h"

#include "base/parallel.h"
#include "base/random.h"
#include "objective/list.h"
#include "support/double_tree.h"
#include "train/gradients.h"
#include "train/leaf_finder.h"
#include "train/quantised_gradients.h"
#include "train/sampling.h"
#include "train/streams.h"
#include "train/tree_builder.h"

namespace {

using namespace gbrank;

/// How a variant rounds. Levels of 0: not at all.
struct Variant {
  std::string name;
  double gradient_levels = 0;  // the largest absolute gradient has so many steps
  double hessian_levels = 0;
  bool by_chance = false;  // up or down at random, right on average
  bool as_engine = false;  // with TreeBuilder and its words
  bool renewed = true;     // leaves answer by exact gradients
};

std::vector<Variant> variants() {
  return {{"double precision"},
          {"the engine's words", 0, 0, false, true},
          {"4096 levels, nearest", 2048, 4096, false},
          {"4096 levels, by chance", 2048, 4096, true},
          {"256 levels, nearest", 128, 256, false},
          {"256 levels, by chance", 128, 256, true},
          {"16 levels, nearest", 8, 16, false},
          {"16 levels, by chance", 8, 16, true},
          {"16 levels, by chance, leaves too", 8, 16, true, false, false},
          {"4 levels, by chance", 2, 4, true},
          {"4 levels, by chance, leaves too", 2, 4, true, false, false}};
}

struct Settings {
  FitOptions fit;
  int seeds = 4;
  std::vector<std::string> files;
};

std::vector<double> rounded(std::span<const double> x, double levels, bool by_chance,
                            std::uint64_t key) {
  std::vector<double> result(x.begin(), x.end());
  double most = 0;
  for (const double e : x) most = std::max(most, std::abs(e));
  if (levels == 0 || most == 0) return result;
  const double step = most / levels;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = x[i] / step;
    result[i] = step * (by_chance ? std::floor(at + Random(random_key(key, i)).uniform())
                                  : std::nearbyint(at));
  }
  return result;
}

/// Test NDCG@10 after a fit.
double fit_and_measure(const Dataset& train, const Dataset& test, const Variant& variant,
                       const FitOptions& options) {
  const int threads = resolve_threads(0);
  const ObjectiveEntry& entry = find_objective(options.objective);
  const OptionTexts texts = complete_options(entry, {});
  const std::unique_ptr<Objective> objective = entry.make(OptionReader(texts));
  const QueryLists lists{
      train.labels(), train.query_offsets(), {}, objective_seed(options.seed), threads};
  const double start = objective->prepare(lists);
  GradientLoop loop(lists, *objective, entry.info.traces.size());
  std::vector<double> scores(train.rows(), start);
  std::vector<double> test_scores(test.rows(), start);
  const auto queries = sample_without_replacement(train.queries(), 1, 0);
  const auto rows = sample_without_replacement(train.rows(), 1, 0);
  test::DoubleTree slow(train, options.tree, threads);
  TreeBuilder builder(train, options.tree, threads);
  QuantisedGradients quantised;
  for (int round = 1; round <= options.trees; ++round) {
    const auto columns =
        sample_without_replacement(train.columns(), options.feature_fraction,
                                   random_key(options.seed, Stream::kFeatures, round));
    loop.run(queries, scores, {round, options.trees, lists.seed, false});
    GrownTree grown;
    if (variant.as_engine) {
      quantised.quantise(loop.gradient(), loop.hessian(), rows, threads);
      grown = builder.grow(
          quantised,
          {loop.gradient(), loop.hessian(), quantised.gradient_sum(), quantised.hessian_sum()},
          rows, columns, options.learning_rate);
    } else {
      const auto key = [&](int which) { return random_key(options.seed, 99, round, which); };
      const std::vector<double> g =
          rounded(loop.gradient(), variant.gradient_levels, variant.by_chance, key(1));
      const std::vector<double> h =
          rounded(loop.hessian(), variant.hessian_levels, variant.by_chance, key(2));
      grown = variant.renewed ? slow.grow(g, h, loop.gradient(), loop.hessian(), rows, columns,
                                          options.learning_rate)
                              : slow.grow(g, h, g, h, rows, columns, options.learning_rate);
    }
    const auto add = [&](const Dataset& data, std::vector<double>& to) {
      const LeafFinder finder(data, grown);
      parallel_blocks(threads, data.rows(), 4096, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t row = begin; row < end; ++row) {
          to[row] += grown.tree.value[finder.leaf_of(row)];
        }
      });
    };
    add(train, scores);
    add(test, test_scores);
  }
  const Evaluator evaluator(Metric{}, Convention{}, test.judged_lists());
  return evaluator.evaluate(test_scores).mean;
}

struct Mean {
  double mean = 0;
  double error = 0;  // standard error of the mean
};

Mean mean_of(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double squares = 0;
  for (const double e : x) squares += (e - mean) * (e - mean);
  return {mean, x.size() < 2 ? 0 : std::sqrt(squares / (n - 1) / n)};
}

void compare(const Settings& settings) {
  std::vector<Dataset> sets;
  for (std::size_t i = 0; i + 1 < settings.files.size(); i += 2) {
    sets.push_back(read_dataset(settings.files[i]));
    sets.push_back(read_dataset(settings.files[i + 1], {}, sets.back().binning()));
  }
  fmt::print("{:<34}{:>10}{:>14}{:>12}{:>8}\n", settings.fit.objective, "ndcg@10", "difference",
             "its error", "t");
  std::vector<double> reference;
  for (const Variant& variant : variants()) {
    std::vector<double> values;
    for (std::size_t i = 0; i < sets.size(); i += 2) {
      for (int seed = 1; seed <= settings.seeds; ++seed) {
        FitOptions options = settings.fit;
        options.seed = static_cast<std::uint64_t>(seed);
        values.push_back(fit_and_measure(sets[i], sets[i + 1], variant, options));
      }
    }
    if (reference.empty()) reference = values;
    std::vector<double> difference(values.size());
    for (std::size_t f = 0; f < values.size(); ++f) difference[f] = values[f] - reference[f];
    const Mean d = mean_of(difference);
    fmt::print("{:<34}{:>10.4f}{:>+14.4f}{:>12.4f}{:>8.2f}\n", variant.name, mean_of(values).mean,
               d.mean, d.error, d.error > 0 ? d.mean / d.error : 0.0);
    std::fflush(stdout);
  }
}

constexpr const char* kUsage =
    "usage: tools/bench/quantisation [--objective NAME] [--seeds N] [--trees N] [--leaves N]\n"
    "       [--min-docs N] [--learning-rate X] [--feature-fraction X] TRAIN TEST [TRAIN TEST]...\n";

class UsageError : public Error {
 public:
  using Error::Error;
};

Settings parse(int argc, char** argv) {
  Settings settings;
  std::map<std::string, std::string> given;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("--") && i + 1 < argc) {
      given[word] = argv[++i];
    } else {
      settings.files.push_back(word);
    }
  }
  // Whole numbers of at least 1, numbers above 0, or words.
  const auto take = [&](const char* name, auto& field) {
    const auto at = given.find(name);
    if (at == given.end()) return;
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, std::string>) {
      field = at->second;
    } else {
      char* end = nullptr;
      const double value = std::strtod(at->second.c_str(), &end);
      field = static_cast<Field>(value);
      if (*end != '\0' || !(value > 0) || value > 1e6 || static_cast<double>(field) != value) {
        throw UsageError(fmt::format("{} is '{}', expected a {}number above 0", name, at->second,
                                     std::is_integral_v<Field> ? "whole " : ""));
      }
    }
    given.erase(at);
  };
  take("--seeds", settings.seeds);
  take("--trees", settings.fit.trees);
  take("--leaves", settings.fit.tree.leaves);
  take("--min-docs", settings.fit.tree.min_docs_per_leaf);
  take("--learning-rate", settings.fit.learning_rate);
  take("--feature-fraction", settings.fit.feature_fraction);
  take("--objective", settings.fit.objective);
  if (!given.empty()) throw UsageError("unknown option " + given.begin()->first);
  if (settings.files.empty() || settings.files.size() % 2 != 0) {
    throw UsageError("expected pairs of files, TRAIN TEST");
  }
  check_options(settings.fit);
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 1 && std::string(argv[1]) == "--help") {
      fmt::print("{}", kUsage);
      return 0;
    }
    compare(parse(argc, argv));
    return 0;
  } catch (const UsageError& error) {
    fmt::print(stderr, "quantisation: {}\n{}", error.what(), kUsage);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "quantisation: {}\n", error.what());
    return 1;
  }
}
