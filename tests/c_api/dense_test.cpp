#include "c_api/loaded_model.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

std::vector<std::vector<float>> random_rows(std::size_t rows, std::size_t columns,
                                            std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<float>> result(rows);
  for (std::vector<float>& row : result) {
    for (std::size_t f = 0; f < columns; ++f) row.push_back(random_value(random));
  }
  return result;
}

/// The rows one behind the other, with values between them that move scores wherever they are read.
std::vector<float> laid_out(const std::vector<std::vector<float>>& rows, std::size_t stride) {
  std::vector<float> values;
  for (const std::vector<float>& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
    if (&row != &rows.back()) values.resize(values.size() + stride - row.size(), 1e30F);
  }
  return values;
}

}  // namespace

TEST_CASE("dense rows get the scores of the predictor, bit for bit, for any stride and threads") {
  const Handle model = load(fitted());
  const auto rows = random_rows(700, 5, 1);
  const std::vector<std::uint64_t> expected = bits(expected_scores(fitted(), rows));
  for (const std::size_t stride : {5U, 6U, 64U}) {
    // Not a value more than there has to be, so that a sanitizer sees what is read behind them.
    const std::vector<float> values = laid_out(rows, stride);
    for (const int threads : {0, 1, 2, 5, 4096}) {
      std::vector<double> scores(rows.size());
      REQUIRE(gbrank_predict_dense(model.get(), values.data(), rows.size(), 5, stride,
                                   scores.data(), threads) == GBRANK_OK);
      CHECK(bits(scores) == expected);
    }
  }
}

TEST_CASE("columns behind the model's features are ignored") {
  const Handle model = load(fitted());
  auto rows = random_rows(50, 5, 2);
  const std::vector<std::uint64_t> expected = bits(expected_scores(fitted(), rows));
  for (std::vector<float>& row : rows) row.insert(row.end(), {1e30F, -1e30F});
  std::vector<double> scores(rows.size());
  REQUIRE(gbrank_predict_dense(model.get(), laid_out(rows, 7).data(), rows.size(), 7, 7,
                               scores.data(), 1) == GBRANK_OK);
  CHECK(bits(scores) == expected);
}

TEST_CASE("infinite values are scored as numbers") {
  const Handle model = load(fitted());
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<std::vector<float>> rows = {std::vector<float>(5, infinity),
                                                std::vector<float>(5, -infinity)};
  std::vector<double> scores(2);
  REQUIRE(gbrank_predict_dense(model.get(), laid_out(rows, 5).data(), 2, 5, 5, scores.data(), 1) ==
          GBRANK_OK);
  const float most = std::numeric_limits<float>::max();
  CHECK(bits(scores) == bits(expected_scores(fitted(), {std::vector<float>(5, most),
                                                        std::vector<float>(5, -most)})));
}

TEST_CASE("no rows, and models without features or trees, are no special case") {
  const Handle model = load(fitted());
  CHECK(gbrank_predict_dense(model.get(), nullptr, 0, 5, 5, nullptr, 1) == GBRANK_OK);
  Ensemble constant;
  constant.base_score = 4.5;
  const Handle empty = load(constant);
  std::vector<double> scores(3);
  for (const std::size_t stride : {std::size_t{0}, SIZE_MAX / 64}) {
    scores.assign(3, 0);
    CHECK(gbrank_predict_dense(empty.get(), nullptr, 3, 0, stride, scores.data(), 2) == GBRANK_OK);
    CHECK(scores == std::vector<double>(3, 4.5));
  }
}

TEST_CASE("arguments of dense rows that do not fit are errors that say the numbers") {
  const Handle model = load(small_ensemble());
  const float row[3] = {9, 0.1F, 0};
  double score = 7;
  const auto error_of_call = [&](const gbrank_model* of, const float* values, std::size_t rows,
                                 std::size_t columns, std::size_t stride, double* scores,
                                 int threads) -> std::string {
    CHECK(gbrank_predict_dense(of, values, rows, columns, stride, scores, threads) ==
          GBRANK_BAD_ARGUMENT);
    CHECK(score == 7);
    return gbrank_last_error();
  };
  CHECK(error_of_call(nullptr, row, 1, 3, 3, &score, 1) == "model is null");
  CHECK(error_of_call(model.get(), nullptr, 1, 3, 3, &score, 1) == "values is null");
  CHECK(error_of_call(model.get(), row, 1, 3, 3, nullptr, 1) == "scores is null");
  CHECK(error_of_call(model.get(), row, 1, 2, 3, &score, 1) ==
        "columns is 2, expected 3 or more, the model's features");
  CHECK(error_of_call(model.get(), row, 1, 3, 2, &score, 1) ==
        "stride is 2, expected 3 or more, the columns");
  CHECK(error_of_call(model.get(), row, 1, 3, 3, &score, -1) ==
        "threads is -1, expected 0 to 4096");
  CHECK(error_of_call(model.get(), row, 1, 3, 3, &score, 4097) ==
        "threads is 4097, expected 0 to 4096");
  // Also where there is nothing to score yet.
  CHECK(error_of_call(model.get(), row, 0, 2, 3, &score, 1).starts_with("columns is 2"));
  CHECK(error_of_call(model.get(), row, 0, 3, 2, &score, 1).starts_with("stride is 2"));

  // Sizes whose products do not fit.
  const auto error_of_size = [&](std::size_t rows, std::size_t stride) {
    return error_of_call(model.get(), row, rows, 3, stride, &score, 1);
  };
  CHECK(error_of_size(SIZE_MAX / 2, 3) == "rows is 9223372036854775807, which no memory holds");
  const std::size_t large = std::size_t{1} << 31;
  CHECK(error_of_size(large, large) ==
        "2147483648 rows with a stride of 2147483648 are more than any memory holds");
  CHECK(error_of_size(4, SIZE_MAX / 4 + 1) ==
        "4 rows with a stride of 4611686018427387904 are more than any memory holds");
}

}  // namespace gbrank::test
