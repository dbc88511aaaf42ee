#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"
#include "support/smooth_dcg_settings.h"

using namespace gbrank;

TEST_CASE("sdcg: loss and gradient are those of the definition, for any options") {
  for (const test::RandomList& list : test::random_lists(3, 60)) {
    for (const test::SlowDcgOptions& o : test::kSmoothDcgSettings) {
      CAPTURE(list.kind);
      CAPTURE(o.k);
      const test::Derivatives d =
          test::differentiate("sdcg", test::option_texts(o), list.labels, list.scores);
      const auto slow = [&](std::span<const double> at) {
        return test::slow_smooth_dcg(list.labels, at, o, false, static_cast<double>(o.k));
      };
      CHECK(d.loss == doctest::Approx(slow(list.scores).loss).epsilon(1e-12));
      test::check_close(d.gradient, slow(list.scores).gradient, 1e-10);
      test::check_slope(
          d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
      for (std::size_t i = 0; i < d.gradient.size(); ++i) {
        // A Newton step is at most 1 / alpha.
        CHECK(d.hessian[i] >= std::abs(d.gradient[i]) * o.alpha * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("sdcg: steep sigmoids give the true DCG") {
  const std::vector<float> labels = {0, 2, 1, 0, 2, 0};
  const std::vector<double> scores = {5, 4, 3, 2, 1, 0};
  const double dcg = 3 / std::log2(3.0) + 1 / std::log2(4.0) + 3 / std::log2(6.0);
  const OptionTexts options = {
      {"sdcg-alpha", "1000"}, {"sdcg-beta", "1000"}, {"sdcg-k", "10"}, {"sdcg-normalize", "false"}};
  CHECK(test::differentiate("sdcg", options, labels, scores).loss == doctest::Approx(-dcg));
  OptionTexts cut = options;
  cut["sdcg-k"] = "4";
  CHECK(test::differentiate("sdcg", cut, labels, scores).loss ==
        doctest::Approx(-dcg + 3 / std::log2(6.0)));
  cut["sdcg-normalize"] = "true";
  CHECK(test::differentiate("sdcg", cut, labels, scores).loss ==
        doctest::Approx(-(dcg - 3 / std::log2(6.0)) / (3 + 3 / std::log2(3.0) + 0.5)));
}

TEST_CASE("sdcg: equation 11 - of two documents, a score moves both ranks in opposite directions") {
  // The library's ranks are seen through its gradient: with gain on one document only, the gradient
  // is d rank / d score times a slope that is the same for both scores.
  const std::vector<double> scores = {0.3, 1.1};
  const auto rank_slopes = [&](std::vector<float> labels) {
    const test::Derivatives d = test::differentiate("sdcg", {}, labels, scores);
    // d loss / d rank of the relevant document, from the definition.
    const std::size_t i = labels[0] > 0 ? 0 : 1;
    const double g = test::slow_sigmoid(1, scores[i] - scores[1 - i]);
    const double dr = -g * (1 - g);  // alpha is 1
    const double slope = d.gradient[i] / dr;
    return std::vector<double>{d.gradient[0] / slope, d.gradient[1] / slope};
  };
  const std::vector<double> first = rank_slopes({2, 0});
  const std::vector<double> second = rank_slopes({0, 2});
  CHECK(first[0] == doctest::Approx(-second[0]));
  CHECK(first[1] == doctest::Approx(-second[1]));
  CHECK(first[0] < 0);
}

TEST_CASE("sdcg: with its defaults it moves from a cold start of long lists") {
  std::vector<float> labels(150);
  for (std::size_t i = 0; i < 20; ++i) labels[7 * i] = 1 + static_cast<float>(i % 2);
  const test::Derivatives d =
      test::differentiate("sdcg", {}, labels, std::vector<double>(labels.size()));
  CHECK(test::largest(d.gradient) > 1e-6);
}
