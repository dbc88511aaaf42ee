#include <map>

#include "c_api/loaded_model.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

/// Sparse rows as the C API takes them.
struct Csr {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;

  void add_row(const std::vector<std::pair<std::int32_t, float>>& entries) {
    for (const auto& [index, value] : entries) {
      indices.push_back(index);
      values.push_back(value);
    }
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  std::size_t rows() const { return offsets.size() - 1; }
};

/// Scores by both functions, which must agree.
std::vector<double> scores_of(const gbrank_model* model, const Csr& csr, std::size_t columns,
                              int threads = 1) {
  std::vector<double> scores(csr.rows());
  REQUIRE(gbrank_predict_csr(model, csr.offsets.data(), csr.indices.data(), csr.values.data(),
                             csr.rows(), columns, csr.values.size(), scores.data(),
                             threads) == GBRANK_OK);
  const std::vector<std::int32_t> narrow(csr.offsets.begin(), csr.offsets.end());
  std::vector<double> again(csr.rows());
  REQUIRE(gbrank_predict_csr32(model, narrow.data(), csr.indices.data(), csr.values.data(),
                               csr.rows(), columns, csr.values.size(), again.data(),
                               threads) == GBRANK_OK);
  CHECK(bits(again) == bits(scores));
  return scores;
}

}  // namespace

TEST_CASE("sparse rows get the scores of the full rows that they mean") {
  for (const bool absent_is_missing : {false, true}) {
    Ensemble ensemble = fitted();
    ensemble.absent_is_missing = absent_is_missing;
    const Handle model = load(ensemble);
    const float absent = absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0;
    Random random(3);
    Csr csr;
    std::vector<std::vector<float>> full;
    for (int r = 0; r < 700; ++r) {
      // In any order, some twice, some that the model does not know; every few rows are empty.
      std::vector<std::pair<std::int32_t, float>> entries(random.below(9));
      std::vector<float> row(5, absent);
      for (auto& [index, value] : entries) {
        index = static_cast<std::int32_t>(random.below(8));
        value = random_value(random);
        if (index < 5) row[static_cast<std::size_t>(index)] = value;
      }
      csr.add_row(entries);
      full.push_back(row);
    }
    const std::vector<std::uint64_t> expected = bits(expected_scores(ensemble, full));
    for (const int threads : {0, 1, 3}) {
      CHECK(bits(scores_of(model.get(), csr, 8, threads)) == expected);
    }
    CHECK(bits(scores_of(model.get(), csr, SIZE_MAX)) == expected);
  }
}

TEST_CASE("of an index that is written twice the last value counts") {
  const Handle model = load(small_ensemble());
  Csr csr;
  csr.add_row({{1, 1.0F}, {1, 0.1F}});
  csr.add_row({{1, 0.1F}, {1, 1.0F}});
  CHECK(scores_of(model.get(), csr, 3) == std::vector<double>{0.1 + 1.5 + 0.5, 0.1 + 1e-300 + 0.5});
}

TEST_CASE("some rows of a matrix are scored alone") {
  const Handle model = load(fitted());
  Random random(4);
  Csr csr;
  for (int r = 0; r < 30; ++r) {
    csr.add_row({{4, random_value(random)}, {0, random_value(random)}, {2, random_value(random)}});
  }
  const std::vector<double> all = scores_of(model.get(), csr, 5);
  // What stands before and behind these rows is not looked at.
  csr.indices[29] = -1;
  csr.indices[60] = 5;
  std::vector<double> some(10);
  REQUIRE(gbrank_predict_csr(model.get(), csr.offsets.data() + 10, csr.indices.data(),
                             csr.values.data(), 10, 5, csr.values.size(), some.data(),
                             1) == GBRANK_OK);
  CHECK(some == std::vector<double>(all.begin() + 10, all.begin() + 20));
  CHECK(gbrank_predict_csr(model.get(), csr.offsets.data() + 11, csr.indices.data(),
                           csr.values.data(), 10, 5, csr.values.size(), some.data(),
                           1) == GBRANK_BAD_ARGUMENT);
  CHECK(gbrank_last_error() ==
        std::string("indices[60] is 5, expected 0 or more and less than 5, the columns"));
}

TEST_CASE("no sparse rows, and rows without entries, are no special case") {
  const Handle model = load(small_ensemble());
  CHECK(gbrank_predict_csr(model.get(), nullptr, nullptr, nullptr, 0, 3, 0, nullptr, 1) ==
        GBRANK_OK);
  const std::int64_t offsets[] = {0, 0, 0};
  const std::int32_t narrow[] = {0, 0, 0};
  for (const bool wide : {true, false}) {
    std::vector<double> scores(2);
    CHECK((wide ? gbrank_predict_csr(model.get(), offsets, nullptr, nullptr, 2, 3, 0, scores.data(),
                                     1)
                : gbrank_predict_csr32(model.get(), narrow, nullptr, nullptr, 2, 3, 0,
                                       scores.data(), 1)) == GBRANK_OK);
    CHECK(scores == std::vector<double>(2, 0.1 + 1.5 + 0.5));
  }
}

TEST_CASE("sparse rows that are not what they should be are errors that say where") {
  const Handle model = load(small_ensemble());
  const std::vector<float> values(4, 1);
  std::vector<double> scores(3, 7);
  const auto error_of_call = [&](const std::vector<std::int64_t>& offsets,
                                 const std::vector<std::int32_t>& indices, std::size_t columns = 3,
                                 std::size_t entries = 4) -> std::string {
    const std::size_t rows = offsets.size() - 1;
    CHECK(gbrank_predict_csr(model.get(), offsets.data(), indices.data(), values.data(), rows,
                             columns, entries, scores.data(), 1) == GBRANK_BAD_ARGUMENT);
    std::string text = gbrank_last_error();
    const std::vector<std::int32_t> narrow(offsets.begin(), offsets.end());
    CHECK(gbrank_predict_csr32(model.get(), narrow.data(), indices.data(), values.data(), rows,
                               columns, entries, scores.data(), 1) == GBRANK_BAD_ARGUMENT);
    CHECK(gbrank_last_error() == text);
    CHECK(scores == std::vector<double>(3, 7));
    return text;
  };
  const std::vector<std::int32_t> good = {0, 1, 2, 0};
  CHECK(error_of_call({0, 3, 2, 4}, good) == "offsets[2] is 2, less than offsets[1], which is 3");
  CHECK(error_of_call({-1, 3, 3, 4}, good) == "offsets[0] is -1, expected 0 or more");
  CHECK(error_of_call({0, 1, 2, -3}, good) == "offsets[3] is -3, less than offsets[2], which is 2");
  CHECK(error_of_call({0, 1, 2, 5}, good) == "offsets[3] is 5, expected 4 or less, the entries");
  CHECK(error_of_call({1 << 30, 1 << 30}, good) ==
        "offsets[1] is 1073741824, expected 4 or less, the entries");
  CHECK(error_of_call({0, 1}, good, 3, 0) == "offsets[1] is 1, expected 0 or less, the entries");
  const std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  const std::int32_t highest = std::numeric_limits<std::int32_t>::max();
  CHECK(error_of_call({0, 1, 2, 4}, {0, 1, 2, 3}) ==
        "indices[3] is 3, expected 0 or more and less than 3, the columns");
  CHECK(error_of_call({0, 1, 2, 4}, {0, -1, 2, 3}) ==
        "indices[1] is -1, expected 0 or more and less than 3, the columns");
  CHECK(error_of_call({0, 1, 2, 4}, {0, 1, lowest, 2}, SIZE_MAX).starts_with("indices[2] is -214"));
  CHECK(error_of_call({0, 1, 2, 4}, {0, highest, 0, 2}).starts_with("indices[1] is 2147483647"));
  CHECK(error_of_call({0, 1, 2, 4}, {0, highest, 0, 2}, 2147483647)
            .starts_with("indices[1] is 2147483647"));
  CHECK(error_of_call({0, 1, 2, 4}, good, 2) ==
        "columns is 2, expected 3 or more, the model's features");
}

TEST_CASE("null arguments of sparse rows are errors that name them") {
  const Handle model = load(small_ensemble());
  const std::int64_t offsets[] = {0, 1};
  const std::int32_t index = 1;
  const float value = 1;
  double score = 7;
  const auto error_of_call = [&](const gbrank_model* of, const std::int64_t* o,
                                 const std::int32_t* i, const float* v, double* s,
                                 std::size_t rows = 1, int threads = 1) -> std::string {
    CHECK(gbrank_predict_csr(of, o, i, v, rows, 3, 1, s, threads) == GBRANK_BAD_ARGUMENT);
    CHECK(score == 7);
    return gbrank_last_error();
  };
  CHECK(error_of_call(nullptr, offsets, &index, &value, &score) == "model is null");
  CHECK(error_of_call(model.get(), nullptr, &index, &value, &score) == "offsets is null");
  CHECK(error_of_call(model.get(), offsets, nullptr, &value, &score) == "indices is null");
  CHECK(error_of_call(model.get(), offsets, &index, nullptr, &score) == "values is null");
  CHECK(error_of_call(model.get(), offsets, &index, &value, nullptr) == "scores is null");
  CHECK(error_of_call(model.get(), offsets, &index, &value, &score, SIZE_MAX) ==
        fmt::format("rows is {}, which no memory holds", SIZE_MAX));
  CHECK(error_of_call(model.get(), offsets, &index, &value, &score, 0, -1) ==
        "threads is -1, expected 0 to 4096");
}

}  // namespace gbrank::test
