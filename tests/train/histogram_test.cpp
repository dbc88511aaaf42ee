#include "train/histogram.h"

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("a pool gives back what it was given, by its kind") {
  HistogramPool pool;
  std::unique_ptr<Histogram> narrow = pool.take(24, false);
  std::unique_ptr<Histogram> wide = pool.take(24, true);
  const Histogram* const was_narrow = narrow.get();
  const Histogram* const was_wide = wide.get();
  pool.give_back(std::move(narrow));
  pool.give_back(std::move(wide));
  pool.give_back(nullptr);
  CHECK(pool.take(24, true).get() == was_wide);
  CHECK(pool.take(16, false).get() == was_narrow);
  CHECK(pool.take(24, true)->is_wide());
}

TEST_CASE("a pool gives no histogram with fewer cells than are asked for") {
  HistogramPool pool;
  for (const std::size_t cells : {8U, 64U, 16U, 72U}) {
    for (const bool wide : {false, true}) {
      std::unique_ptr<Histogram> histogram = pool.take(cells, wide);
      CHECK(histogram->cells() >= cells);
      CHECK(histogram->is_wide() == wide);
      pool.give_back(std::move(histogram));
    }
  }
}
