#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arena.h"
#include "objective/kernels/kernels.h"

namespace gbrank {

/// All queries that an objective will be asked about.
struct QueryLists {
  std::span<const float> labels;
  std::span<const std::size_t> offsets;  // query q has the rows offsets[q] to offsets[q + 1] - 1
  std::span<const double> weights;       // one a query; none: every query counts once
  std::uint64_t seed;
  int threads;

  std::size_t queries() const { return offsets.size() - 1; }
  std::span<const float> labels_of(std::size_t query) const {
    return labels.subspan(offsets[query], offsets[query + 1] - offsets[query]);
  }
  double weight_of(std::size_t query) const { return weights.empty() ? 1 : weights[query]; }
};

/// One query as an objective sees it: never trees, never files.
struct QueryView {
  std::span<const float> labels;
  std::span<const double> scores;
  std::size_t number;  // its place among the queries of prepare()
};

/// Where training stands, for schedules and for seeds.
struct Round {
  int number;  // from 1
  int planned;
  std::uint64_t seed;
  bool wants_loss = true;
};

/// What a thread works with: memory that is kept between queries, so that nothing is allocated in
/// the loop, and the loops over pairs.
struct Workspace {
  Arena memory;  // cleared before each query
  const Kernels* kernels = &fastest_kernels();
  /// How many threads a single query may use: more than 1 only for a long query of an objective
  /// that shares_long_queries(). It must not change a bit of the result.
  int threads = 1;
};

/// Where the derivatives of a query go.
struct Derivatives {
  std::span<double> gradient;  // d loss / d score
  std::span<double> hessian;   // a curvature >= 0
  std::span<double> traces;    // one for each of its info's traces; nan where the query has none
};

/// What training minimises, as gradient and curvature of one query at a time. The life of an
/// objective:
///  1. it is made from its options by its entry in list.h, once for a fit;
///  2. prepare() is called once, before the first round, with all the queries;
///  3. differentiate() is called for every query of every round, from many threads at once, so it
///     is const and keeps its working memory in the workspace.
class Objective {
 public:
  virtual ~Objective() = default;

  /// Looks at all queries; throws Error for labels that it cannot take. Returns where every score
  /// begins.
  virtual double prepare(const QueryLists& /*queries*/) { return 0; }

  /// Writes the derivatives of each document and returns the loss, or anything where the round does
  /// not want it.
  virtual double differentiate(const QueryView& query, const Round& round, Workspace& workspace,
                               const Derivatives& out) const = 0;

  /// How the work on a query grows with its documents, in any unit: what spreads queries over
  /// threads.
  virtual double cost(std::size_t documents) const {
    return static_cast<double>(documents) * static_cast<double>(documents);
  }

  /// Whether differentiate() spreads a long query over workspace.threads. Where it does not, a long
  /// query is one thread's work while the others take other queries.
  virtual bool shares_long_queries() const { return false; }
};

}  // namespace gbrank
