#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/gradient.h"

#include "base/counted.h"
#include "base/parallel.h"
#include "objective/list.h"
#include "train/gradients.h"
#include "train/query_weights.h"
#include "train/streams.h"

namespace gbrank {
namespace {

std::vector<double> start_or(std::span<const double> scores, double start, std::size_t rows) {
  if (scores.empty()) return std::vector<double>(rows, start);
  if (scores.size() != rows) {
    throw Error(fmt::format("found {}, the data has {}", counted(scores.size(), "score"),
                            counted(rows, "row")));
  }
  const auto wrong = std::ranges::find_if_not(scores, [](double s) { return std::isfinite(s); });
  if (wrong != scores.end()) {
    throw Error(fmt::format("row {} has score {}, expected a finite number",
                            wrong - scores.begin() + 1, *wrong));
  }
  return {scores.begin(), scores.end()};
}

}  // namespace

void check_options(const GradientOptions& options) {
  FitOptions fit;
  fit.objective = options.objective;
  fit.objective_options = options.objective_options;
  fit.trees = options.trees;
  fit.threads = options.threads;
  check_options(fit);
  if (options.round >= 1 && options.round <= options.trees) return;
  throw OptionError(fmt::format("round is {}, expected 1 to {}, the number of trees", options.round,
                                options.trees));
}

ObjectiveGradient gradient_of(const JudgedLists& lists, std::span<const double> scores,
                              const GradientOptions& options) {
  check_options(options);
  const QueryLists queries{lists.labels, lists.offsets, options.query_weights,
                           objective_seed(options.seed), resolve_threads(options.threads)};
  const std::vector<std::uint32_t> counting = queries_that_count(queries);
  const ObjectiveEntry& entry = find_objective(options.objective);
  const OptionTexts texts = complete_options(entry, options.objective_options);
  const std::unique_ptr<Objective> objective = entry.make(OptionReader(texts));
  const double start = objective->prepare(queries);

  ObjectiveGradient result;
  result.scores = start_or(scores, start, lists.labels.size());
  GradientLoop loop(queries, *objective, entry.info.traces.size(),
                    options.arithmetic == Arithmetic::kExact ? exact_kernels() : fastest_kernels());
  loop.run(counting, result.scores, {options.round, options.trees, queries.seed});
  result.gradient.assign(loop.gradient().begin(), loop.gradient().end());
  result.hessian.assign(loop.hessian().begin(), loop.hessian().end());
  result.losses.resize(queries.queries());
  for (std::size_t i = 0; i < counting.size(); ++i) {
    result.losses[counting[i]] = loop.losses()[i];
  }
  result.traces = loop.mean_traces();
  return result;
}

}  // namespace gbrank
