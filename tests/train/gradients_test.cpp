#include "train/gradients.h"

#include <doctest/doctest.h>

#include "gbrank/dataset.h"

#include "objective/list.h"
#include "support/random_letor.h"

using namespace gbrank;

TEST_CASE(
    "the loop differentiates the queries it is given, each as if alone, and adds their losses") {
  const Dataset data = parse_dataset(test::random_letor({.queries = 7, .documents = 9}), "text");
  const OptionTexts options = {{"lambdarank-k", "0"}};
  const auto objective = find_objective("lambdarank").make(OptionReader(options));
  objective->prepare({data.labels(), data.query_offsets(), {}, 42, 1});
  std::vector<double> scores(data.rows());
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<double>(i * 7 % 5);
  const Round round{3, 10, 42};

  for (const int threads : {1, 2, 3}) {
    GradientLoop loop({data.labels(), data.query_offsets(), {}, 42, threads}, *objective, 0);
    const std::vector<std::uint32_t> queries = {1, 4, 6};
    const double loss = loop.run(queries, scores, round);
    double expected_loss = 0;
    for (std::size_t q = 0; q < data.queries(); ++q) {
      std::vector<double> g(9);
      std::vector<double> h(9);
      if (q == 1 || q == 4 || q == 6) {
        Workspace workspace;
        expected_loss += objective->differentiate(
            {data.labels().subspan(q * 9, 9), std::span(scores).subspan(q * 9, 9), q}, round,
            workspace, {g, h, {}});
      }
      for (std::size_t i = 0; i < 9; ++i) {
        CHECK(loop.gradient()[q * 9 + i] == g[i]);
        CHECK(loop.hessian()[q * 9 + i] == h[i]);
      }
    }
    CHECK(loss == expected_loss);
    CHECK(loss > 0);
  }
}
