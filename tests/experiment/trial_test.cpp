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
  const std::vector<Trial> two = {trial({1, 0, kNaN}), trial({0, 1, kNaN})};
  std::vector<Trial> plain = two;
  for (Trial& t : plain) t.per_query.pop_back();
  const std::vector<double> shares = shares_of_first(plain, true, 20000, 1);
  CHECK(shares[0] == doctest::Approx(0.75).epsilon(0.02));
  CHECK(shares[1] == doctest::Approx(0.25).epsilon(0.05));
  const std::vector<double> errors = shares_of_first(plain, false, 20000, 1);
  CHECK(errors[0] == doctest::Approx(0.75).epsilon(0.02));
  // A query that does not count changes only how often the others are drawn.
  const std::vector<double> with_nan = shares_of_first(two, true, 20000, 1);
  CHECK(with_nan[0] + with_nan[1] == doctest::Approx(1));
  CHECK(with_nan[1] == doctest::Approx(10 / 27.0).epsilon(0.05));
  const std::vector<Trial> clear = {trial({1, 1, 0.5}), trial({0.5, 0, 0}), trial({0, 0, 0})};
  CHECK(shares_of_first(clear, true, 1000, 1)[0] == doctest::Approx(1));
  // Only where nothing but the last two queries is drawn is it as low as another, and not the
  // first.
  CHECK(shares_of_first(clear, false, 20000, 1)[2] == doctest::Approx(19 / 27.0).epsilon(0.05));
}
