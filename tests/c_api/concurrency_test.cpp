#include <atomic>
#include <thread>

#include "c_api/loaded_model.h"

namespace gbrank::test {

TEST_CASE("many threads predict with one model at once, each with its own errors") {
  const Handle model = load(fitted());
  const RandomRows rows(300, 5);
  std::vector<double> expected;
  REQUIRE(rows.dense(model.get(), expected, 1) == GBRANK_OK);

  std::atomic<int> wrong{0};
  const auto work = [&](int number) {
    const std::size_t columns = static_cast<std::size_t>(number) % 5;  // fewer than there must be
    const std::string error =
        fmt::format("columns is {}, expected 5 or more, the model's features", columns);
    for (int round = 0; round < 30; ++round) {
      std::vector<double> dense;
      std::vector<double> sparse;
      double none = 0;
      const int threads = 1 + (number + round) % 3;
      if (rows.dense(model.get(), dense, threads) != GBRANK_OK ||
          rows.sparse(model.get(), sparse, threads) != GBRANK_OK ||
          gbrank_predict_dense(model.get(), rows.values.data(), 1, columns, 5, &none, 1) !=
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
