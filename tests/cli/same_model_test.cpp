// The same data, options and seed give the same model, byte for byte.

#include <algorithm>
#include <functional>
#include <span>

#include "gbrank/objectives.h"

#include "cli/program.h"

namespace gbrank::test {
namespace {

/// The bytes of a model fitted on the sample.
std::string fitted(const Words& more, std::string_view input = {}) {
  const std::string path = sample().folder.path("fitted.json");
  succeed(Words{"fit", "--model", path, "--trees", "12", "--quiet"} + more, input);
  return read_file(path);
}

/// The rows of the training file, those of each query in an order of their own: `key` gives the
/// place of a row.
template <typename Key>
std::string reordered(const Key& key) {
  std::vector<LetorRow> rows = letor_rows(sample().train_text);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].query == rows[begin].query) ++end;
    std::ranges::stable_sort(std::span(rows).subspan(begin, end - begin), {}, key);
  }
  std::string text;
  for (const LetorRow& row : rows) text += row.text + "\n";
  return text;
}

std::string sorted_by_label() {
  return reordered([](const LetorRow& row) { return -row.label; });
}

std::string shuffled() {
  return reordered([](const LetorRow& row) { return std::hash<std::string>{}(row.text); });
}

}  // namespace

TEST_CASE("the model is the same with 1, 2 and 3 threads") {
  for (const ObjectiveInfo& objective : objectives()) {
    for (const Words& sampling :
         {Words{}, Words{"--query-fraction", "0.5", "--feature-fraction", "0.5"}}) {
      CAPTURE(objective.name);
      CAPTURE(sampling.size());
      const Words fit =
          Words{"--train", sample().train_gz, "--objective", objective.name} + sampling;
      const std::string one = fitted(fit + Words{"--threads", "1"});
      CHECK(fitted(fit + Words{"--threads", "2"}) == one);
      CHECK(fitted(fit + Words{"--threads", "3"}) == one);
      CHECK(fitted(fit) == one);
    }
  }
}

TEST_CASE(
    "bags become one model, the same with 1, 2 and 3 threads, and say how many trees it has") {
  const TemporaryFolder folder;
  std::string one;
  for (const std::string threads : {"1", "2", "3"}) {
    const std::string path = folder.path("m");
    const Run run = succeed({"fit", "--train", sample().train_gz, "--valid", sample().valid_gz,
                             "--early-stopping", "9", "--model", path, "--trees", "4", "--bags",
                             "3", "--threads", threads});
    CHECK(has(run.err, " trees of 12 planted, "));
    if (one.empty()) one = read_file(path);
    CHECK((read_file(path) == one));
  }
  // The record tells.
  CHECK(has(one, "\"bag-fraction\":\"0.8\",\"bags\":\"3\""));
  CHECK(has(succeed({"predict", "--model", folder.path("m"), "--data", sample().test}).out, "\n"));
}

TEST_CASE("early stopping stops at the same round with 1 and 3 threads") {
  const Words fit = {"--train",         sample().test_gz,   "--valid",
                     sample().valid_gz, "--early-stopping", "3"};
  CHECK(fitted(fit + Words{"--threads", "1"}) == fitted(fit + Words{"--threads", "3"}));
}

TEST_CASE("the model is the same from plain text, gzip and standard input") {
  const std::string plain = fitted({"--train", sample().train});
  CHECK(fitted({"--train", sample().train_gz}) == plain);
  CHECK(fitted({"--train", "-"}, sample().train_text) == plain);
  CHECK(fitted({"--train", "-"}, read_file(sample().train_gz)) == plain);
}

TEST_CASE("another seed draws other samples and so gives another model") {
  for (const std::string objective : {"lambdarank", "regression"}) {
    for (const std::string fraction : {"--query-fraction", "--feature-fraction"}) {
      CAPTURE(objective);
      CAPTURE(fraction);
      const Words fit = {"--train", sample().test_gz, "--objective", objective, fraction, "0.5"};
      // The seed itself stands in the model; the trees are the last part.
      const auto trees = [&](const std::string& seed) {
        const std::string model = fitted(fit + Words{"--seed", seed});
        return model.substr(model.find("\"trees\":["));
      };
      const std::string first = trees("1");
      CHECK(trees("1") == first);
      CHECK(trees("2") != first);
    }
  }
}

TEST_CASE("regression does not care for the order of the rows of a query") {
  const std::string sorted = sample().folder.write("sorted.txt", sorted_by_label());
  // In parentheses, so that a failure does not print two models.
  CHECK((fitted({"--train", sorted, "--objective", "regression"}) ==
         fitted({"--train", sample().train_gz, "--objective", "regression"})));
}

TEST_CASE("no objective profits from the order of the rows of a query") {
  const std::string log = sample().folder.path("log.tsv");
  for (const ObjectiveInfo& objective : objectives()) {
    const auto fit = [&](const std::string& train) {
      return std::stod(
          table(succeed(Words{"fit", "--train", train, "--model", sample().folder.path("m.json"),
                              "--objective", objective.name, "--trees", "40", "--quiet", "--metric",
                              "ndcg@10", "--test", sample().test_gz, "--log", log} +
                        kShape)
                    .out)[0][1]);
    };
    const auto first_loss = [&] { return std::stod(table(read_file(log))[1][1]); };
    CAPTURE(objective.name);
    const double ndcg = fit(sample().train_gz);
    const double loss = first_loss();
    for (const std::string& text : {sorted_by_label(), shuffled()}) {
      // Where draws follow rows, other orders are other draws, and move the test metric by 0.03.
      CHECK(std::abs(fit(sample().folder.write("other.txt", text)) - ndcg) < 0.05);
      // In the first round all scores are equal. Ranked in row order, a sorted file would be the
      // ideal ranking: lambdarank's loss would be two and a half times as large, and the loss of
      // spsa-ndcg 0. Random orders differ by 5%.
      CHECK(first_loss() == doctest::Approx(loss).epsilon(0.15));
    }
  }
}

}  // namespace gbrank::test
