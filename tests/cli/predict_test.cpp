#include <charconv>
#include <fstream>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

std::vector<double> numbers(const std::string& text) {
  std::vector<double> values;
  for (const auto& line : table(text)) {
    double value = 0;
    const std::string& word = line.at(0);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    REQUIRE(error == std::errc{});
    REQUIRE(end == word.data() + word.size());
    values.push_back(value);
  }
  return values;
}

/// The score of a row by walking the nested nodes of a JSON dump.
double walked_score(const Json& dump, const LetorRow& row) {
  double score = dump.at("base_score").get<double>();
  for (const Json& tree : dump.at("trees")) {
    const Json* node = &tree.at("root");
    while (!node->contains("value")) {
      const float value = row.value(node->at("index").get<int>());
      const auto threshold = static_cast<float>(node->at("threshold").get<double>());
      const bool left = std::isnan(value) ? node->at("missing") == "left" : value <= threshold;
      node = &node->at(left ? "left" : "right");
    }
    score += node->at("value").get<double>();
  }
  return score;
}

Json dump_of(const std::string& model) {
  return Json::parse(succeed({"dump", "--model", model}).out);
}

/// A model of one tree that splits feature 1 at 0.5; feature 1 misses in relevant documents only,
/// or in irrelevant ones only.
std::string model_of_missing(const TemporaryFolder& folder, bool missing_is_relevant) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("{} qid:1 1:0\n1 qid:1 1:1\n", i % 4 == 0 ? 1 : 0);
    text += fmt::format("{} qid:1 1:NULL\n", missing_is_relevant ? 1 : 0);
  }
  const std::string path = folder.path("missing.json");
  succeed({"fit", "--train", "-", "--model", path, "--objective", "regression", "--leaves", "2",
           "--min-docs-per-leaf", "1", "--trees", "1", "--quiet"},
          text);
  return path;
}

std::string warning(const std::string& name, int largest, int known) {
  return fmt::format(
      "gbrank: {}: has features up to {}; the model knows {}, the others are ignored\n", name,
      largest, known);
}

}  // namespace

TEST_CASE("scores are what walking the dumped trees gives, to the last bit") {
  const std::vector<LetorRow> rows = letor_rows(sample().train_text);
  for (const std::string objective : {"lambdarank", "regression"}) {
    CAPTURE(objective);
    const Run run =
        succeed({"predict", "--model", small_model(objective), "--data", sample().train_gz});
    CHECK(run.err.empty());
    const std::vector<double> scores = numbers(run.out);
    REQUIRE(scores.size() == rows.size());
    const Json dump = dump_of(small_model(objective));
    REQUIRE(dump.at("trees").size() == 20);
    std::size_t missing = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      missing += std::isnan(rows[i].value(38)) || std::isnan(rows[i].value(44)) ? 1 : 0;
      different += walked_score(dump, rows[i]) == scores[i] ? 0 : 1;
    }
    CHECK(missing > 100);
    CHECK(different == 0);
  }
}

TEST_CASE("the scores of the training file are those that training itself went on from") {
  // Regression's loss is half the sum of squared errors; the log has it before each round's tree.
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  const auto fit = [&](const std::string& trees) {
    succeed({"fit", "--train", sample().train_gz, "--model", model, "--objective", "regression",
             "--trees", trees, "--log", log, "--quiet"});
  };
  fit("7");
  const double logged = std::stod(table(read_file(log))[7][1]);
  fit("6");
  const std::vector<LetorRow> rows = letor_rows(sample().train_text);
  const std::vector<double> scores =
      numbers(succeed({"predict", "--model", model, "--data", sample().train_gz}).out);
  REQUIRE(scores.size() == rows.size());
  double loss = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    loss += 0.5 * std::pow(scores[i] - static_cast<double>(rows[i].label), 2);
  }
  CHECK(logged == doctest::Approx(loss).epsilon(1e-12));
}

TEST_CASE("input may be plain, gzip or standard input, output a file or standard output") {
  const TemporaryFolder folder;
  const Words predict = {"predict", "--model", small_model(), "--data"};
  const std::string scores = succeed(predict + Words{sample().test}).out;
  CHECK(table(scores).size() == letor_rows(sample().test_text).size());
  CHECK(succeed(predict + Words{sample().test_gz}).out == scores);
  CHECK(succeed(predict + Words{"-"}, sample().test_text).out == scores);
  CHECK(succeed(predict + Words{"-"}, read_file(sample().test_gz)).out == scores);
  CHECK(succeed(predict + Words{sample().test, "--threads", "1"}).out == scores);
  CHECK(succeed(predict + Words{sample().test, "--threads", "3"}).out == scores);

  const std::string output = folder.write("scores.txt", "old scores");
  const Run run = succeed(predict + Words{sample().test, "--output", output});
  CHECK(run.out.empty());
  CHECK(read_file(output) == scores);
}

TEST_CASE("a failed predict leaves the output that was there, and nothing else") {
  const TemporaryFolder folder;
  const std::string output = folder.write("scores.txt", "old scores");
  const std::string bad = folder.write("bad.txt", sample().test_text + "1 qid:1 1:x\n");
  fail(1, {"predict", "--model", small_model(), "--data", bad, "--output", output},
       bad + ":2328: ");
  CHECK(read_file(output) == "old scores");
  const auto entries = std::filesystem::directory_iterator(folder.path(""));
  CHECK(std::distance(begin(entries), end(entries)) == 2);
  fail(1,
       {"predict", "--model", small_model(), "--data", bad, "--output",
        folder.path("no-such-folder/scores.txt")},
       "scores.txt: cannot be written");
}

TEST_CASE("features that a row does not mention are 0") {
  const Words predict = {"predict", "--model", small_model(), "--data", "-"};
  std::string zeros = "0 qid:1";
  for (int i = 1; i <= 45; ++i) zeros += fmt::format(" {}:0", i);
  const Run sparse = succeed(predict, "0 qid:1\n0 qid:1 3:0\n");
  const std::string zero_score = succeed(predict, zeros + "\n").out;
  CHECK(sparse.out == zero_score + zero_score);
  CHECK(sparse.err.empty());
  // One row leaves nothing behind in the next.
  CHECK(succeed(predict,
                sample().test_text.substr(0, sample().test_text.find('\n') + 1) + "0 qid:1 3:0\n")
            .out.ends_with("\n" + zero_score));
}

TEST_CASE("features that the model does not know are ignored, which is said once") {
  const Words predict = {"predict", "--model", small_model(), "--data", "-"};
  const Run known = succeed(predict, "1 qid:1 1:0.5 45:1\n1 qid:1 2:0.25\n");
  const Run more = succeed(predict, "1 qid:1 1:0.5 45:1 46:9\n1 qid:1 2:0.25 77:NULL\n");
  CHECK(more.out == known.out);
  CHECK(known.err.empty());
  CHECK(more.err == warning("standard input", 77, 45));
}

TEST_CASE("features that the model does not know are said of once in a file of many blocks") {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < (9U << 20)) text += "1 qid:1 1:0.5 46:1 # a comment to fill the blocks\n";
  const std::string path = folder.write("wide.txt", text);
  const Run run = succeed({"predict", "--model", small_model(), "--data", path});
  CHECK(run.err == warning(path, 46, 45));
}

TEST_CASE("missing values go where the training data sent them") {
  const TemporaryFolder folder;
  const Words rows = {"predict", "--data", "-", "--model"};
  const std::string text =
      "0 qid:1 1:0\n0 qid:1 1:1\n0 qid:1 1:NULL\n0 qid:1 1:nan\n0 qid:1 1:NaN\n";
  for (const bool relevant : {true, false}) {
    const std::string model = model_of_missing(folder, relevant);
    const auto lines = table(succeed(rows + Words{model}, text).out);
    REQUIRE(lines.size() == 5);
    CHECK(lines[0] != lines[1]);
    const Json root = dump_of(model).at("trees").at(0).at("root");
    CHECK(root.at("missing") == (relevant ? "right" : "left"));
    for (const std::size_t row : {2U, 3U, 4U}) CHECK(lines[row] == lines[relevant ? 1 : 0]);
  }
}

TEST_CASE("a bad line is an error with file and line, also far into a file") {
  const TemporaryFolder folder;
  const Words predict = {"predict", "--model", small_model(), "--data"};
  fail(1, predict + Words{"-"}, "standard input:1: ", "one qid:1 1:2\n");
  fail(1, predict + Words{"no-such-file"}, "no-such-file: cannot be opened");

  // Blocks of 4 MB are read one after the other; this line is in the fourth.
  std::string text;
  std::size_t lines = 0;
  while (text.size() < (13U << 20)) {
    text += fmt::format("0 qid:{} 1:0.5 2:0.25 # {}\n", lines / 100, std::string(lines % 50, 'x'));
    ++lines;
  }
  text += "# a comment counts as a line, as does an empty one\n\n";
  const std::string path = folder.write("late.txt", text + "0 qid:1 1:0.5 1:0.5\n0 qid:1 2:1\n");
  const Run run = run_gbrank(predict + Words{path});
  CHECK(run.status == 1);
  CHECK(run.err == fmt::format("gbrank: {}:{}: found feature 1 twice, expected each index once\n",
                               path, lines + 3));
}

TEST_CASE("predict needs little memory however large the file is") {
  const long most_megabytes = kWithSanitizer ? 1000 : 55;  // the file has more
  const TemporaryFolder folder;
  const std::string path = folder.path("large.txt");
  std::size_t rows = 0;
  {
    std::ofstream file(path, std::ios::binary);
    for (int copy = 0; copy < 64; ++copy) file << sample().test_text;
    rows = 64 * table(sample().test_text).size();
  }
  REQUIRE(std::filesystem::file_size(path) > (60U << 20));
  const std::string output = folder.path("scores.txt");
  const Run run = succeed(
      {"predict", "--model", small_model(), "--data", path, "--output", output, "--threads", "2"});
  CHECK(run.max_rss_kb < most_megabytes * 1024);
  const std::string once =
      succeed({"predict", "--model", small_model(), "--data", sample().test_gz}).out;
  std::string all;
  for (int copy = 0; copy < 64; ++copy) all += once;
  CHECK(read_file(output) == all);
  CHECK(static_cast<std::size_t>(std::ranges::count(all, '\n')) == rows);
}

}  // namespace gbrank::test
