#include "train/gradients.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>

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

namespace {

/// Tells how the loop called it. Two long queries wait for each other, for a while: if they are not
/// worked on at the same time, they do not meet.
class Probe : public Objective {
 public:
  explicit Probe(bool shares) : shares_(shares) {}

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives&) const override {
    std::unique_lock lock(mutex_);
    threads[query.number] = workspace.threads;
    if (query.labels.size() <= 1024) return 0;
    ++arrived_;
    arrival_.notify_all();
    const auto patience = std::chrono::seconds(shares_ ? 0 : 10);
    met += arrival_.wait_for(lock, patience, [&] { return arrived_ == 2; }) ? 1 : 0;
    return 0;
  }
  double cost(std::size_t documents) const override { return static_cast<double>(documents); }
  bool shares_long_queries() const override { return shares_; }

  mutable std::map<std::size_t, int> threads;  // that each query was given
  mutable int met = 0;                         // so many found the other one

 private:
  bool shares_;
  mutable std::mutex mutex_;
  mutable std::condition_variable arrival_;
  mutable int arrived_ = 0;
};

void call(const Probe& probe, const Lists& lists, int threads) {
  GradientLoop loop({lists.labels, lists.offsets, {}, 7, threads}, probe, 0);
  loop.run(lists.all, lists.scores, {5, 10, 7});
}

}  // namespace

TEST_CASE("only a long and costly query of an objective that can share it is given all threads") {
  const Lists lists({20, 2500, 30, 1100, 1024});
  const Probe probe(true);
  call(probe, lists, 3);
  CHECK(probe.threads == std::map<std::size_t, int>{{0, 1}, {1, 3}, {2, 1}, {3, 3}, {4, 1}});
  const Probe alone(true);
  call(alone, lists, 1);
  CHECK(alone.threads == std::map<std::size_t, int>{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}});
  // Beside so much other work even a long one is a small part.
  std::vector<std::size_t> many(60, 1000);
  many[33] = 1100;
  const Probe small(true);
  call(small, Lists(many), 2);
  CHECK(small.threads.at(33) == 1);
}

TEST_CASE("long queries of an objective that cannot share them are worked on side by side") {
  const Probe probe(false);
  call(probe, Lists({20, 2500, 30, 2500}), 2);
  CHECK(probe.threads == std::map<std::size_t, int>{{0, 1}, {1, 1}, {2, 1}, {3, 1}});
  CHECK(probe.met == 2);
}

TEST_CASE("objectives of pairs and contests share a long query, those of single documents do not") {
  const auto shares = [](const std::string& name) {
    const ObjectiveEntry& entry = find_objective(name);
    const OptionTexts options = complete_options(entry, {});
    return entry.make(OptionReader(options))->shares_long_queries();
  };
  for (const std::string name :
       {"lambdarank", "ranknet", "gbrank", "sdcg", "shf-sdcg", "reg-shf-sdcg", "softndcg"}) {
    CAPTURE(name);
    CHECK(shares(name));
  }
  for (const std::string name : {"boltzrank", "spsa-ndcg", "regression"}) {
    CAPTURE(name);
    CHECK_FALSE(shares(name));
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
