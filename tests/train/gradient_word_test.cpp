#include "train/gradient_word.h"

#include <initializer_list>

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("a word keeps gradient, hessian and documents apart through adds and subtractions") {
  const LeafSums a{-5, 7, 1};
  const LeafSums b{3, 4000000, 9000};
  CHECK(unpack(pack(a)) == a);
  CHECK(unpack(pack(a) + pack(b)) == a + b);
  CHECK(unpack(pack(a) + pack(b) - pack(b)) == a);
  CHECK(unpack(pack(b) - pack(a)) == b - a);
}

TEST_CASE("a word holds the largest sums that it may be given") {
  const auto rows = static_cast<std::int64_t>(kWordRows);
  for (const std::int64_t gradient : {kMostGradient, -kMostGradient, std::int64_t{0}}) {
    const LeafSums sums{gradient, kMostHessian, rows};
    CHECK(unpack(pack(sums)) == sums);
  }
}

TEST_CASE("the second word of a wide cell holds the largest sums that it may be given") {
  const LeafSums sums{-(std::int64_t{1} << 42), kMostWideHessian, std::int64_t{1} << 30};
  CHECK(unpack_wide(sums.gradient, pack_wide(sums.hessian, sums.documents)) == sums);
}
