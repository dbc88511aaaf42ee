// objectives [SECONDS [NAME]]: how long objectives take for one query, beside straightforward code
// in the same run. Each figure is the least of many repetitions, interleaved with those of the
// others, on one thread; SECONDS is spent on each.

#include <chrono>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/random.h"
#include "support/differentiate.h"
#include "support/slow_objectives.h"
#include "support/slow_softndcg.h"

namespace {

using namespace gbrank;

struct List {
  std::vector<float> labels;
  std::vector<double> scores;
};

/// Grades 0 to 4, the higher the rarer, and scores that know something of them.
List make_list(std::size_t n) {
  Random random(random_key(n));
  List list;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = random.uniform();
    list.labels.push_back(x < 0.5 ? 0 : x < 0.8 ? 1 : x < 0.92 ? 2 : x < 0.98 ? 3 : 4);
    list.scores.push_back(3 * random.uniform() + static_cast<double>(list.labels.back()));
  }
  return list;
}

using Work = std::function<void()>;

/// The least seconds of each, taking turns until the time is up.
std::vector<double> least_seconds(const std::vector<Work>& works, double seconds) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
  std::vector<int> repeats(works.size(), 1);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  do {
    for (std::size_t w = 0; w < works.size(); ++w) {
      const auto start = Clock::now();
      for (int r = 0; r < repeats[w]; ++r) works[w]();
      const double took = std::chrono::duration<double>(Clock::now() - start).count();
      // Long enough for the clock, short enough to fall between two disturbances.
      if (took < 2e-4) {
        repeats[w] *= 2;
      } else {
        least[w] = std::min(least[w], took / repeats[w]);
      }
    }
  } while (Clock::now() < end);
  return least;
}

struct Case {
  std::string objective;
  OptionTexts options;
  std::function<void(const List&, std::span<const std::size_t> rank)> slow;
};

volatile double sink = 0;

void consume(const test::Derivatives& d) { sink = sink + d.loss + d.gradient[0]; }

std::vector<Case> pair_cases() {
  const test::SlowDcgOptions dcg;
  return {
      {"ranknet", {}, [](const List& l, auto) { consume(test::slow_ranknet(l.labels, l.scores)); }},
      {"lambdarank",
       {},
       [](const List& l, auto rank) { consume(test::slow_lambdarank(l.labels, l.scores, rank)); }},
      {"gbrank",
       {},
       [](const List& l, auto) { consume(test::slow_gbrank(l.labels, l.scores, 1)); }},
      {"sdcg",
       {},
       [dcg](const List& l, auto) {
         consume(test::slow_smooth_dcg(l.labels, l.scores, dcg, false, 5));
       }},
      {"shf-sdcg",
       {},
       [dcg](const List& l, auto) {
         consume(test::slow_smooth_dcg(l.labels, l.scores, dcg, true,
                                       test::slow_width(l.labels, l.scores, dcg.k)));
       }},
      {"reg-shf-sdcg",
       {},
       [dcg](const List& l, auto) {
         consume(test::slow_reg_shf_sdcg(l.labels, l.scores, dcg, 1, 0.5,
                                         test::slow_width(l.labels, l.scores, dcg.k)));
       }},
  };
}

void pair_objectives(double seconds, const std::string& only) {
  fmt::print("nanoseconds per pair (n(n-1)/2; whole call, one thread)\n");
  fmt::print("{:<12}{:>6}{:>10}", "objective", "n", "slow");
  for (const Kernels* kernels : all_kernels()) fmt::print("{:>12}", kernels->name);
  fmt::print("{:>12}{:>12}\n", "no loss", "slow/fast");
  for (const Case& c : pair_cases()) {
    if (!only.empty() && c.objective != only) continue;
    for (const std::size_t n : {10U, 100U, 1000U}) {
      const List list = make_list(n);
      std::vector<std::size_t> rank(n);
      for (std::size_t i = 0; i < n; ++i) {
        rank[i] = static_cast<std::size_t>(
            1 + std::ranges::count_if(list.scores, [&](double s) { return s > list.scores[i]; }));
      }
      test::PreparedQuery query(c.objective, c.options, list.labels);
      std::vector<Work> works = {[&] { c.slow(list, rank); }};
      for (const Kernels* kernels : all_kernels()) {
        works.push_back([&, kernels] {
          consume(query.differentiate(list.scores, {1, 100, 1}, *kernels));
        });
      }
      works.push_back([&] {
        consume(query.differentiate(list.scores, {1, 100, 1, false}, fastest_kernels()));
      });
      const std::vector<double> least = least_seconds(works, seconds);
      const double pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
      fmt::print("{:<12}{:>6}", c.objective, n);
      for (std::size_t w = 0; w < least.size(); ++w) {
        fmt::print("{:>{}.3f}", least[w] / pairs * 1e9, w == 0 ? 10 : 12);
      }
      fmt::print("{:>12.1f}\n", least[0] / least[least.size() - 2]);
    }
  }
}

/// The psi recursion of the paper takes minutes beyond this.
constexpr std::size_t kLongestForPsi = 200;

void softndcg(double seconds) {
  fmt::print("\nsoftndcg: nanoseconds per cell (document with gain x contest x rank: R n^2)\n");
  fmt::print("{:<24}{:>6}{:>14}{:>12}{:>12}{:>14}{:>14}\n", "options", "n", "psi", "exact",
             fastest_kernels().name, "query, ms", "psi/fast");
  struct Options {
    const char* name;
    OptionTexts texts;
    bool with_psi;
  };
  const Options all[] = {{"binomial", {}, true},
                         {"binomial, k 10", {{"softndcg-k", "10"}}, false},
                         {"normal", {{"softndcg-rank", "normal"}}, false}};
  for (const Options& options : all) {
    for (const std::size_t n : {10U, 100U, 200U, 1000U}) {
      const List list = make_list(n);
      test::PreparedQuery query("softndcg", options.texts, list.labels);
      const Round round{1, 100, 1};
      std::vector<Work> works = {
          [&] { consume(query.differentiate(list.scores, round, fastest_kernels())); },
          [&] { consume(query.differentiate(list.scores, round)); }};
      const bool with_psi = options.with_psi && n <= kLongestForPsi;
      if (with_psi) {
        works.push_back(
            [&] { sink = sink + test::slow_softndcg_gradient(list.labels, list.scores, {})[0]; });
      }
      const std::vector<double> least = least_seconds(works, seconds);
      const auto relevant = std::ranges::count_if(list.labels, [](float y) { return y > 0; });
      const double cells = static_cast<double>(relevant) * static_cast<double>(n * n);
      const auto cell = [&](double s) { return fmt::format("{:.3f}", s / cells * 1e9); };
      fmt::print("{:<24}{:>6}{:>14}{:>12}{:>12}{:>14.3f}{:>14}\n", options.name, n,
                 with_psi ? cell(least[2]) : "-", cell(least[1]), cell(least[0]), least[0] * 1e3,
                 with_psi ? fmt::format("{:.0f}", least[2] / least[0]) : "-");
    }
  }
}

/// What takes time in proportion to the documents.
void linear_objectives(double seconds, const std::string& only) {
  fmt::print("\nmicroseconds per query ({})\n{:<12}", fastest_kernels().name, "objective");
  const std::size_t lengths[] = {10, 100, 1000};
  for (const std::size_t n : lengths) fmt::print("{:>14}", fmt::format("n = {}", n));
  fmt::print("\n");
  for (const std::string name : {"boltzrank", "spsa-ndcg", "regression"}) {
    if (!only.empty() && name != only) continue;
    fmt::print("{:<12}", name);
    for (const std::size_t n : lengths) {
      const List list = make_list(n);
      test::PreparedQuery query(name, {}, list.labels);
      const std::vector<double> least =
          least_seconds({[&] {
                          consume(query.differentiate(list.scores, {1, 100, 1}, fastest_kernels()));
                        }},
                        seconds);
      fmt::print("{:>14.2f}", least[0] * 1e6);
    }
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  const std::string only = argc > 2 ? argv[2] : "";
  pair_objectives(seconds, only);
  if (only.empty() || only == "softndcg") softndcg(seconds);
  linear_objectives(seconds, only);
}
