#pragma once

#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "base/parallel.h"
#include "c_api/model.h"
#include "c_api/status.h"

namespace gbrank {

/// No object in memory is larger.
inline constexpr std::size_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max();

/// A call for the scores of rows, dense or sparse.
struct ScoreCall {
  const gbrank_model* model;
  std::size_t rows;
  std::size_t columns;
  double* scores;
  int threads;

  /// Throws CallError. Of 0 rows, too, so that a mistake shows before there are any.
  void check() const {
    check_given(model, "model");
    if (columns < model->predictor.features()) {
      throw bad_argument(fmt::format("columns is {}, expected {} or more, the model's features",
                                     columns, model->predictor.features()));
    }
    constexpr int kMostThreads = 4096;
    if (threads < 0 || threads > kMostThreads) {
      throw bad_argument(fmt::format("threads is {}, expected 0 to {}", threads, kMostThreads));
    }
    if (rows == 0) return;
    check_given(scores, "scores");
    if (rows > kMostBytes / sizeof(double)) {
      throw bad_argument(fmt::format("rows is {}, which no memory holds", rows));
    }
  }

  template <typename Rows>
  void score(const Rows& of) const {
    model->predictor.score(of, {scores, rows}, resolve_threads(threads));
  }
};

}  // namespace gbrank
