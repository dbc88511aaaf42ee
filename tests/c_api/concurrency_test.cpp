#include <atomic>
#include <thread>

#include "c_api/loaded_model.h"

namespace gbrank::test {

TEST_CASE("many threads predict with one model at once, each with its own errors") {
  const Handle model = load(fitted());
  Random random(5);
  std::vector<float> values(5 * 300);
  for (float& value : values) value = random_value(random);
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> indices;
  for (std::int64_t r = 0; r <= 300; ++r) offsets.push_back(5 * r);
  for (std::int32_t i = 0; i < 5 * 300; ++i) indices.push_back(i % 5);
  std::vector<double> expected(300);
  REQUIRE(gbrank_predict_dense(model.get(), values.data(), 300, 5, 5, expected.data(), 1) ==
          GBRANK_OK);

  std::atomic<int> wrong{0};
  const auto work = [&](int number) {
    const std::size_t columns = static_cast<std::size_t>(number) % 5;  // fewer than there must be
    const std::string error =
        fmt::format("columns is {}, expected 5 or more, the model's features", columns);
    for (int round = 0; round < 30; ++round) {
      std::vector<double> dense(300);
      std::vector<double> sparse(300);
      const int threads = 1 + (number + round) % 3;
      if (gbrank_predict_dense(model.get(), values.data(), 300, 5, 5, dense.data(), threads) !=
              GBRANK_OK ||
          gbrank_predict_csr(model.get(), offsets.data(), indices.data(), values.data(), 300, 5,
                             values.size(), sparse.data(), threads) != GBRANK_OK ||
          gbrank_predict_dense(model.get(), values.data(), 1, columns, 5, dense.data(), 1) !=
              GBRANK_BAD_ARGUMENT ||
          gbrank_last_error() != error || bits(dense) != bits(expected) ||
          bits(sparse) != bits(expected)) {
        ++wrong;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number) threads.emplace_back(work, number);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace gbrank::test
