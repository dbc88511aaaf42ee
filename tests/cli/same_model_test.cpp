// The same data, options and seed give the same model, byte for byte.

#include "cli/program.h"

namespace gbrank::test {
namespace {

/// The bytes of a model fitted on the sample.
std::string fitted(const Words& more, std::string_view input = {}) {
  const std::string path = sample().folder.path("fitted.json");
  succeed(Words{"fit", "--model", path, "--trees", "12", "--quiet"} + more, input);
  return read_file(path);
}

/// The rows of the training file, those of each query sorted by falling label.
std::string sorted_by_label() {
  std::vector<LetorRow> rows = letor_rows(sample().train_text);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].query == rows[begin].query) ++end;
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                     rows.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const LetorRow& a, const LetorRow& b) { return a.label > b.label; });
  }
  std::string text;
  for (const LetorRow& row : rows) text += row.text + "\n";
  return text;
}

}  // namespace

TEST_CASE("the model is the same with 1, 2 and 3 threads") {
  for (const std::string objective : {"lambdarank", "regression"}) {
    for (const Words& sampling :
         {Words{}, Words{"--query-fraction", "0.5", "--feature-fraction", "0.5"}}) {
      CAPTURE(objective);
      CAPTURE(sampling.size());
      const Words fit = Words{"--train", sample().train_gz, "--objective", objective} + sampling;
      const std::string one = fitted(fit + Words{"--threads", "1"});
      CHECK(fitted(fit + Words{"--threads", "2"}) == one);
      CHECK(fitted(fit + Words{"--threads", "3"}) == one);
      CHECK(fitted(fit) == one);
    }
  }
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
  CHECK(fitted({"--train", sorted, "--objective", "regression"}) ==
        fitted({"--train", sample().train_gz, "--objective", "regression"}));
}

TEST_CASE("lambdarank does not profit from rows that are sorted by label") {
  const std::string sorted = sample().folder.write("sorted.txt", sorted_by_label());
  const std::string log = sample().folder.path("log.tsv");
  const auto fit = [&](const std::string& train) {
    return std::stod(
        table(succeed(Words{"fit", "--train", train, "--model", sample().folder.path("m.json"),
                            "--trees", "40", "--quiet", "--metric", "ndcg@10", "--test",
                            sample().test_gz, "--log", log} +
                      kShape)
                  .out)[0][1]);
  };
  const auto first_loss = [&] { return std::stod(table(read_file(log))[1][1]); };
  const double shuffled_ndcg = fit(sample().train_gz);
  const double shuffled_loss = first_loss();
  // Other orders of the rows move the test metric by up to 0.024.
  CHECK(std::abs(fit(sorted) - shuffled_ndcg) < 0.04);
  // In the first round all scores are equal. Ranked in row order, a sorted file would be the ideal
  // ranking, whose pairs weigh two and a half times as much; random orders differ by 5%.
  CHECK(first_loss() == doctest::Approx(shuffled_loss).epsilon(0.15));
}

}  // namespace gbrank::test
