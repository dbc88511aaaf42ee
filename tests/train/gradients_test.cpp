#include "train/gradients.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "gbrank/dataset.h"

#include "base/random.h"
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

namespace {

/// Queries of these lengths, grades 0 to 2.
struct Lists {
  std::vector<float> labels;
  std::vector<double> scores;
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> all;

  explicit Lists(const std::vector<std::size_t>& lengths) {
    Random random(5);
    for (const std::size_t length : lengths) {
      for (std::size_t i = 0; i < length; ++i) {
        labels.push_back(static_cast<float>(random.below(3)));
        scores.push_back(random.uniform());
      }
      all.push_back(static_cast<std::uint32_t>(offsets.size() - 1));
      offsets.push_back(labels.size());
    }
  }
};

struct Gradients {
  std::vector<double> gradient;
  std::vector<double> hessian;
  std::vector<double> traces;
  double loss;
};

Gradients run(const Lists& lists, const std::string& name, int threads,
              std::span<const double> weights = {}) {
  const ObjectiveEntry& entry = find_objective(name);
  const OptionTexts options = complete_options(entry, {});
  const auto objective = entry.make(OptionReader(options));
  const QueryLists queries{lists.labels, lists.offsets, weights, 7, threads};
  objective->prepare(queries);
  GradientLoop loop(queries, *objective, entry.info.traces.size());
  const double loss = loop.run(lists.all, lists.scores, {5, 10, 7});
  return {{loop.gradient().begin(), loop.gradient().end()},
          {loop.hessian().begin(), loop.hessian().end()},
          loop.mean_traces(),
          loss};
}

}  // namespace

TEST_CASE("a long query among short ones is shared by the threads and changes no bit") {
  std::vector<std::size_t> lengths(50, 20);
  lengths[17] = 2500;
  const Lists lists(lengths);
  for (const std::string name : {"lambdarank", "reg-shf-sdcg"}) {
    const Gradients one = run(lists, name, 1);
    for (const int threads : {2, 3, 16}) {
      const Gradients many = run(lists, name, threads);
      CHECK(many.gradient == one.gradient);
      CHECK(many.hessian == one.hessian);
      CHECK(many.loss == one.loss);
    }
  }
}

TEST_CASE("a weight multiplies loss, gradient and hessian of its query and of no other") {
  const Lists lists({7, 30, 12});
  const Gradients plain = run(lists, "ranknet", 2);
  const Gradients weighted = run(lists, "ranknet", 2, std::vector<double>{1, 2.5, 0});
  for (std::size_t i = 0; i < lists.labels.size(); ++i) {
    const double weight = i < 7 ? 1 : i < 37 ? 2.5 : 0;
    CHECK(weighted.gradient[i] == weight * plain.gradient[i]);
    CHECK(weighted.hessian[i] == weight * plain.hessian[i]);
  }
  const Gradients doubled = run(lists, "ranknet", 2, std::vector<double>{2, 2, 2});
  CHECK(doubled.loss == doctest::Approx(2 * plain.loss));
}

TEST_CASE("traces are means over the queries that have them") {
  Lists lists({10, 1, 20});
  std::ranges::fill(lists.scores, 0.0);
  lists.labels[0] = 2;
  lists.labels[1] = 0;
  // At a cold start the width is the length of the list; the single document has none.
  const Gradients gradients = run(lists, "reg-shf-sdcg", 1);
  CHECK(gradients.traces[0] == doctest::Approx(0.5));
  CHECK(gradients.traces[1] == 15);
  CHECK(std::isnan(run(Lists({1}), "shf-sdcg", 1).traces[0]));
}
