#include "experiment/trial.h"

#include <limits>

#include <doctest/doctest.h>

using namespace gbrank;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("how often a trial is first when queries are drawn anew") {
  const auto trial = [](std::vector<double> per_query) {
    return Trial{0, {}, {}, 1, std::move(per_query), {}, 0, {}};
  };
  // Of two queries, drawn twice: both draws are the second in a quarter of the cases.
  const std::vector<Trial> two = {trial({1, 0.5}), trial({0, 1})};
  const std::vector<double> shares = shares_of_first(two, true, 20000, 1);
  CHECK(shares[0] == doctest::Approx(0.75).epsilon(0.02));
  CHECK(shares[1] == doctest::Approx(0.25).epsilon(0.05));
  CHECK(shares_of_first(two, false, 20000, 1)[0] == doctest::Approx(0.25).epsilon(0.05));
  // Equally good ones share: nothing tells them apart.
  const std::vector<Trial> same = {trial({1, 0}), trial({1, 0}), trial({1, 0}), trial({0, 0})};
  CHECK(shares_of_first(same, true, 3000, 1)[1] ==
        doctest::Approx(shares_of_first(same, true, 3000, 1)[0]));
  // Where only the second query is drawn all four are equal.
  CHECK(shares_of_first(same, true, 20000, 1)[3] == doctest::Approx(0.25 / 4).epsilon(0.1));
  // A query that does not count takes draws from the others: of 27 draws of three, the second is
  // ahead in 7 and equal in 4.
  const std::vector<Trial> with_nan = {trial({1, 0.5, kNaN}), trial({0, 1, kNaN})};
  CHECK(shares_of_first(with_nan, true, 20000, 1)[1] == doctest::Approx(9 / 27.0).epsilon(0.05));
  const std::vector<Trial> clear = {trial({1, 1, 0.5}), trial({0.5, 0, 0}), trial({0, 0, 0})};
  CHECK(shares_of_first(clear, true, 1000, 1)[0] == doctest::Approx(1));
  // It is never beaten, and shares with the second where the first query is not drawn: 8 of 27.
  CHECK(shares_of_first(clear, false, 20000, 1)[2] == doctest::Approx(23 / 27.0).epsilon(0.05));
}
