#include "experiment/landscape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/significance.h"

#include "base/counted.h"
#include "base/parallel.h"
#include "base/random.h"
#include "experiment/step_test.h"

namespace gbrank {
namespace {

/// Means that differ by less are equal: they are sums of the same numbers but for rounding.
constexpr double kRounding = 1e-12;

double mean_of_counted(std::span<const double> per_query) {
  double sum = 0;
  double counted = 0;
  for (const double value : per_query) {
    if (std::isnan(value)) continue;
    sum += value;
    ++counted;
  }
  return counted == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / counted;
}

void adjust(std::vector<Curve>& curves, double Curve::*p, double Curve::*p_holm) {
  std::vector<double> all;
  for (const Curve& curve : curves) all.push_back(curve.*p);
  const std::vector<double> adjusted = holm(all);
  for (std::size_t d = 0; d < curves.size(); ++d) curves[d].*p_holm = adjusted[d];
}

/// The documents of each query by score, so that it is seen at once whether a step changes their
/// order.
class BaseOrder {
 public:
  BaseOrder(std::span<const double> scores, std::span<const std::size_t> offsets)
      : scores_(scores), offsets_(offsets), rows_(scores.size()) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
      std::sort(rows_.begin() + static_cast<std::ptrdiff_t>(offsets[q]),
                rows_.begin() + static_cast<std::ptrdiff_t>(offsets[q + 1]),
                [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    }
  }

  /// Whether other scores rank the documents of a query alike, ties included.
  bool is_kept_by(std::span<const double> scores, std::size_t query) const {
    for (std::size_t i = offsets_[query] + 1; i < offsets_[query + 1]; ++i) {
      const std::size_t a = rows_[i - 1];
      const std::size_t b = rows_[i];
      if (scores_[a] > scores_[b] ? !(scores[a] > scores[b]) : scores[a] != scores[b]) return false;
    }
    return true;
  }

 private:
  std::span<const double> scores_;
  std::span<const std::size_t> offsets_;
  std::vector<std::uint32_t> rows_;
};

/// Values of every query at every step, of one metric: [step][query].
using Values = std::vector<std::vector<double>>;

/// Memory of one thread.
struct Scratch {
  ScoreLine line;
  std::vector<double> scores;
  std::vector<Values> values;  // one a metric
};

class Study {
 public:
  Study(const Ensemble& ensemble, std::span<const std::uint32_t> leaves, const JudgedLists& lists,
        const LandscapeOptions& options)
      : options_(options),
        lists_(lists),
        lines_(ensemble, leaves),
        order_(lines_.scores(), lists.offsets) {
    const auto n = static_cast<std::ptrdiff_t>(options.steps);
    for (std::ptrdiff_t i = -n; i <= n; ++i) {
      steps_.push_back(options.range * static_cast<double>(i) / static_cast<double>(n));
    }
    for (const Metric& metric : options.metrics) {
      evaluators_.emplace_back(metric, options.convention, lists);
      base_.push_back(evaluators_.back().evaluate(lines_.scores(), options.threads));
    }
  }

  Landscape run() const {
    const std::size_t directions = options_.directions.size();
    Landscape landscape{options_.directions, steps_, {}};
    for (std::size_t m = 0; m < evaluators_.size(); ++m) {
      const auto counts = [](double value) { return !std::isnan(value); };
      landscape.metrics.push_back(
          {evaluators_[m].metric(), base_[m].mean,
           static_cast<std::size_t>(std::ranges::count_if(base_[m].per_query, counts)),
           std::vector<Curve>(directions)});
    }
    const int threads = resolve_threads(options_.threads);
    std::vector<Scratch> scratch(static_cast<std::size_t>(threads));
    parallel_for(threads, directions, [&](std::size_t d, int worker) {
      Scratch& own = scratch[static_cast<std::size_t>(worker)];
      walk(options_.directions[d], own);
      for (std::size_t m = 0; m < evaluators_.size(); ++m) {
        landscape.metrics[m].curves[d] = curve(base_[m], own.values[m]);
      }
    });
    for (MetricLandscape& metric : landscape.metrics) {
      adjust(metric.curves, &Curve::p_raise, &Curve::p_raise_holm);
      adjust(metric.curves, &Curve::p_fall, &Curve::p_fall_holm);
    }
    return landscape;
  }

 private:
  /// Fills in the values of every metric. Only queries whose order changes are evaluated.
  void walk(const Direction& direction, Scratch& own) const {
    lines_.follow(direction, options_.seed, own.line);
    own.scores.resize(lines_.scores().size());
    own.values.resize(evaluators_.size());
    for (std::size_t m = 0; m < evaluators_.size(); ++m) {
      own.values[m].assign(steps_.size(), base_[m].per_query);
    }
    for (std::size_t q = 0; q < lists_.queries(); ++q) {
      const std::size_t begin = lists_.offsets[q];
      const std::size_t end = lists_.offsets[q + 1];
      const auto differs = [&](double slope) { return slope != own.line.slope[begin]; };
      if (std::none_of(own.line.slope.begin() + static_cast<std::ptrdiff_t>(begin),
                       own.line.slope.begin() + static_cast<std::ptrdiff_t>(end), differs)) {
        continue;  // all move alike
      }
      for (std::size_t s = 0; s < steps_.size(); ++s) {
        if (s == options_.steps) continue;  // the model as it is
        for (std::size_t row = begin; row < end; ++row) {
          own.scores[row] = own.line.at(row, steps_[s]);
        }
        if (order_.is_kept_by(own.scores, q)) continue;
        for (std::size_t m = 0; m < evaluators_.size(); ++m) {
          own.values[m][s][q] = evaluators_[m].evaluate_query(q, own.scores);
        }
      }
    }
  }

  Curve curve(const MetricValue& base, const Values& values) const {
    Curve result;
    for (const std::vector<double>& at_step : values) {
      result.values.push_back(mean_of_counted(at_step));
    }
    std::size_t best = options_.steps;
    for (std::size_t distance = 1; distance <= options_.steps; ++distance) {
      for (const std::size_t s : {options_.steps - distance, options_.steps + distance}) {
        if (result.values[s] > result.values[best] + kRounding) best = s;
      }
    }
    result.best_t = steps_[best];
    result.gain = result.values[best] - result.values[options_.steps];

    std::vector<double> differences;  // query by query
    for (std::size_t q = 0; q < base.per_query.size(); ++q) {
      if (std::isnan(base.per_query[q])) continue;
      for (const std::vector<double>& at_step : values) {
        differences.push_back(at_step[q] - base.per_query[q]);
      }
      const double at_best = values[best][q] - base.per_query[q];
      result.higher += at_best > 0;
      result.lower += at_best < 0;
    }
    result.is_flat = std::ranges::all_of(differences, [](double d) { return d == 0; });
    result.p_raise = step_test(differences, steps_.size(), options_.samples, options_.seed);
    for (double& d : differences) d = -d;
    result.p_fall = step_test(differences, steps_.size(), options_.samples, options_.seed);
    return result;
  }

  const LandscapeOptions& options_;
  JudgedLists lists_;
  ScoreLines lines_;
  BaseOrder order_;
  std::vector<double> steps_;
  std::vector<Evaluator> evaluators_;
  std::vector<MetricValue> base_;  // one a metric
};

}  // namespace

void check_options(const LandscapeOptions& options) {
  if (!(options.range > 0) || !(options.range <= 1e6)) {
    throw OptionError(
        fmt::format("range is {}, expected more than 0 and at most 1000000", options.range));
  }
  if (options.steps < 1 || options.steps > 10000) {
    throw OptionError(fmt::format("steps is {}, expected 1 to 10000", options.steps));
  }
  for (const Metric& metric : options.metrics) {
    if (metric.kind != Metric::Kind::kRmse) continue;
    throw OptionError("metric is rmse, expected a metric of rankings, such as ndcg@10");
  }
  const auto least = static_cast<std::size_t>(
      std::ceil(static_cast<double>(options.directions.size()) / kChangeLevel));
  if (options.samples < least) {
    throw OptionError(fmt::format(
        "samples is {}, expected {} or more for {}: with fewer nothing could be surer than chance",
        options.samples, least, counted(options.directions.size(), "direction")));
  }
}

Landscape study_landscape(const Ensemble& ensemble, std::span<const std::uint32_t> leaves,
                          const JudgedLists& lists, const LandscapeOptions& options) {
  check_options(options);
  return Study(ensemble, leaves, lists, options).run();
}

}  // namespace gbrank
