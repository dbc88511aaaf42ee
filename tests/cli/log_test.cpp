#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cli/program.h"

namespace gbrank::test {
namespace {

/// The documents of a query, on average over the queries whose labels differ.
double mean_length(const std::string& text) {
  std::map<std::string, std::multiset<float>> labels;
  for (const LetorRow& row : letor_rows(text)) labels[row.query].insert(row.label);
  double documents = 0;
  double queries = 0;
  for (const auto& [query, all] : labels) {
    if (*all.begin() == *all.rbegin()) continue;
    documents += static_cast<double>(all.size());
    ++queries;
  }
  return documents / queries;
}

std::vector<std::vector<std::string>> log_of(const std::string& objective, int trees) {
  const TemporaryFolder folder;
  succeed({"fit", "--train", sample().test_gz, "--model", folder.path("m.json"), "--objective",
           objective, "--trees", std::to_string(trees), "--log", folder.path("log.tsv"),
           "--quiet"});
  return table(read_file(folder.path("log.tsv")));
}

}  // namespace

TEST_CASE("the log of reg-shf-sdcg has tau and width right after the loss") {
  for (const int trees : {20, 21}) {
    const auto lines = log_of("reg-shf-sdcg", trees);
    CHECK(lines[0] == Words{"round", "loss", "tau", "width", "train ndcg@10"});
    const double half = trees / 2.0;
    const double gamma = std::log(0.999999 / 0.000001) / (half - 1);
    REQUIRE(lines.size() == static_cast<std::size_t>(trees) + 1);
    for (int round = 1; round <= trees; ++round) {
      const double tau = std::stod(lines[static_cast<std::size_t>(round)][2]);
      CHECK(tau == doctest::Approx(1 / (1 + std::exp(gamma * (round - half)))).epsilon(1e-9));
    }
    CHECK(std::stod(lines[1][2]) == doctest::Approx(0.999999).epsilon(1e-12));
    if (trees == 20) CHECK(std::stod(lines[10][2]) == 0.5);
    CHECK(std::stod(lines.back()[2]) < 1e-5);
  }
}

TEST_CASE("the width of shf-sdcg starts at the length of the lists and falls") {
  for (const std::string objective : {"shf-sdcg", "reg-shf-sdcg"}) {
    const auto lines = log_of(objective, 30);
    const auto at =
        static_cast<std::size_t>(std::ranges::find(lines[0], "width") - lines[0].begin());
    REQUIRE(at < lines[0].size());
    CHECK(std::stod(lines[1][at]) == doctest::Approx(mean_length(sample().test_text)));
    CHECK(std::stod(lines.back()[at]) < 0.8 * std::stod(lines[1][at]));
  }
}

TEST_CASE("the log has every loss, and progress shows loss and traces but never nan") {
  const TemporaryFolder folder;
  const std::string log = folder.path("log.tsv");
  const Words fit = {
      "fit",         "--train",      sample().test_gz, "--model", folder.path("m.json"),
      "--objective", "reg-shf-sdcg", "--trees",        "50"};
  const Run logged = succeed(fit + Words{"--log", log});
  CHECK_FALSE(has(read_file(log), "nan"));
  const std::string model = read_file(folder.path("m.json"));
  const Run run = succeed(fit);
  CHECK(read_file(folder.path("m.json")) == model);
  CHECK_FALSE(has(run.err, "nan"));
  std::size_t shown = 0;
  for (const auto& line : table(run.err, '\n')) {
    if (!line[0].starts_with("round ")) continue;
    ++shown;
    CAPTURE(line[0]);
    CHECK(matches(line[0], "^round [0-9]+/50  loss [-0-9.]+  tau [-0-9.e]+  width [0-9.]+  "));
    // The same loss as in the log, where every round has it.
    CHECK(has(logged.err, line[0].substr(0, line[0].find("width"))));
  }
  CHECK(shown == 10);
}

}  // namespace gbrank::test
