#include "metric/gains_and_discounts.h"

#include <doctest/doctest.h>

namespace gbrank {

using doctest::Approx;

TEST_CASE("the exponential gain is 2^label - 1, the linear one the label") {
  CHECK(gain(Gain::kExponential, 0) == 0);
  CHECK(gain(Gain::kExponential, 1) == 1);
  CHECK(gain(Gain::kExponential, 4) == 15);
  CHECK(gain(Gain::kExponential, 0.5) == Approx(0.414213562373095).epsilon(1e-14));
  CHECK(gain(Gain::kLinear, 4) == 4);
  CHECK(gain(Gain::kLinear, 0.5) == 0.5);
}

TEST_CASE("discounts at the first ranks") {
  CHECK(discount(Discount::kLog2, 1) == 1);
  CHECK(discount(Discount::kLog2, 2) == Approx(0.630929753571457).epsilon(1e-14));
  CHECK(discount(Discount::kLog2, 3) == 0.5);
  CHECK(discount(Discount::kLog2, 7) == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(discount(Discount::kLetor, 1) == 1);
  CHECK(discount(Discount::kLetor, 2) == 1);
  CHECK(discount(Discount::kLetor, 3) == Approx(0.630929753571457).epsilon(1e-14));
  CHECK(discount(Discount::kLetor, 4) == 0.5);
}

TEST_CASE("the table starts with rank 1") {
  for (const Discount kind : {Discount::kLog2, Discount::kLetor}) {
    const std::vector<double> table = discount_table(kind, 100);
    REQUIRE(table.size() == 100);
    for (std::size_t rank = 1; rank <= 100; ++rank) CHECK(table[rank - 1] == discount(kind, rank));
  }
  CHECK(discount_table(Discount::kLog2, 0).empty());
}

}  // namespace gbrank
