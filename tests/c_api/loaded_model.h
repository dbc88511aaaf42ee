#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/c_api.h"
#include "gbrank/dataset.h"
#include "gbrank/fit.h"
#include "gbrank/model_io.h"
#include "gbrank/predictor.h"

#include "base/random.h"
#include "support/random_letor.h"

namespace gbrank::test {

struct FreeModel {
  void operator()(gbrank_model* model) const { gbrank_model_free(model); }
};
using Handle = std::unique_ptr<gbrank_model, FreeModel>;

inline Handle load(const Ensemble& ensemble) {
  const std::string text = model_to_text(ensemble);
  gbrank_model* model = nullptr;
  REQUIRE(gbrank_model_load_buffer(text.data(), text.size(), &model) == GBRANK_OK);
  return Handle(model);
}

/// Trees over five features, of data with missing values.
inline const Ensemble& fitted() {
  static const Ensemble ensemble = [] {
    FitOptions options;
    options.trees = 30;
    options.tree.min_docs_per_leaf = 5;
    options.threads = 1;
    return fit(parse_dataset(random_letor({.missing = 0.1}), "text"), {}, options);
  }();
  return ensemble;
}

inline float random_value(Random& random) {
  return random.below(8) == 0 ? std::numeric_limits<float>::quiet_NaN()
                              : static_cast<float>(random.below(60)) / 50;
}

/// Rows of the five features of fitted(), as dense and as sparse ones.
struct RandomRows {
  std::vector<float> values;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> indices;

  RandomRows(std::size_t rows, std::uint64_t seed) : values(5 * rows) {
    Random random(seed);
    for (float& value : values) value = random_value(random);
    for (std::size_t r = 0; r <= rows; ++r) offsets.push_back(static_cast<std::int64_t>(5 * r));
    for (std::size_t e = 0; e < values.size(); ++e) {
      indices.push_back(static_cast<std::int32_t>(e % 5));
    }
  }

  std::size_t rows() const { return offsets.size() - 1; }

  /// The status of a prediction.
  int dense(const gbrank_model* model, std::vector<double>& scores, int threads) const {
    scores.resize(rows());
    return gbrank_predict_dense(model, values.data(), rows(), 5, 5, scores.data(), threads);
  }
  int sparse(const gbrank_model* model, std::vector<double>& scores, int threads) const {
    scores.resize(rows());
    return gbrank_predict_csr(model, offsets.data(), indices.data(), values.data(), rows(), 5,
                              values.size(), scores.data(), threads);
  }
};

/// What the C++ interface answers for rows one at a time.
inline std::vector<double> expected_scores(const Ensemble& ensemble,
                                           const std::vector<std::vector<float>>& rows) {
  const Predictor predictor(ensemble);
  std::vector<double> scores;
  for (const std::vector<float>& row : rows) scores.push_back(predictor.score(row));
  return scores;
}

inline std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

}  // namespace gbrank::test
