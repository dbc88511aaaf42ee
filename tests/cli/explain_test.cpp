#include <cmath>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// A few queries of the sample.
struct Few {
  std::string text = sample().test_text.substr(0, sample().test_text.find("qid:84") - 2);
  std::string path = sample().folder.write("few.txt", text);
  std::vector<LetorRow> rows = letor_rows(text);
};

const Few& few() {
  static const Few data;
  return data;
}

Words explain(const Words& more = {}) {
  return Words{"explain", "--model", small_model(), "--data", few().path} + more;
}

/// The word after "docid =".
std::string docid(const LetorRow& row) { return row.text.substr(row.text.find("docid = ") + 8); }

std::string feature_name(int index) {
  static const auto names = table(read_file(sample().feature_names), '\n');
  return names.at(static_cast<std::size_t>(index - 1))[0];
}

/// What `--wide` says: the lines after the header.
std::vector<Words> wide_lines(const Words& more = {}) {
  std::vector<Words> lines = table(succeed(explain(Words{"--wide"} + more)).out);
  lines.erase(lines.begin());
  return lines;
}

/// A document's lines of the long format.
struct Document {
  Words head;                   // qid, doc, score, base
  std::vector<Words> features;  // feature, value, contribution
};

std::vector<Document> documents(const std::string& text) {
  std::vector<Document> result;
  const auto lines = table(text);
  REQUIRE(lines.at(0) == Words{"qid", "doc", "score", "base", "feature", "value", "contribution"});
  for (std::size_t i = 1; i < lines.size(); ++i) {
    REQUIRE(lines[i].size() == 7);
    const Words head(lines[i].begin(), lines[i].begin() + 4);
    if (result.empty() || result.back().head != head) result.push_back({head, {}});
    result.back().features.emplace_back(lines[i].begin() + 4, lines[i].end());
  }
  return result;
}

double sum_of(const Document& document) {
  double sum = std::stod(document.head[3]);
  for (const Words& feature : document.features) sum += std::stod(feature[2]);
  return sum;
}

}  // namespace

TEST_CASE("the contributions of a document and the base value add up to what predict says") {
  const std::vector<LetorRow>& rows = few().rows;
  const auto scores =
      table(succeed({"predict", "--model", small_model(), "--data", few().path}).out);
  const Run run = succeed(explain());
  CHECK(run.err.empty());
  const std::vector<Document> all = documents(run.out);
  REQUIRE(all.size() == rows.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Document& document = all[i];
    CHECK(document.head[0] == rows[i].query);
    CHECK(document.head[1] == docid(rows[i]));
    CHECK(document.head[2] == scores[i][0]);
    CHECK(document.head[3] == all[0].head[3]);
    CHECK(std::abs(sum_of(document) - std::stod(scores[i][0])) < 1e-12);
  }
}

TEST_CASE("features come with their values, the strongest first, none without a contribution") {
  const std::vector<LetorRow>& rows = few().rows;
  const std::vector<Document> all = documents(succeed(explain()).out);
  REQUIRE(all.size() == rows.size());
  std::map<std::string, int> index;
  for (int f = 1; f <= 45; ++f) index[feature_name(f)] = f;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    double last = INFINITY;
    std::set<std::string> seen;
    for (const Words& feature : all[i].features) {
      CHECK(seen.insert(feature[0]).second);
      const float value = rows[i].value(index.at(feature[0]));
      missing += std::isnan(value) ? 1 : 0;
      CHECK((std::isnan(value) ? feature[1] == "nan" : std::stof(feature[1]) == value));
      const double strength = std::abs(std::stod(feature[2]));
      CHECK(strength > 0);
      CHECK(strength <= last);
      last = strength;
    }
  }
  CHECK(missing > 0);
}

TEST_CASE("a wide table has a column for each feature, and the same numbers") {
  const std::string text = succeed(explain({"--wide"})).out;
  const Words header = table(text).at(0);
  REQUIRE(header.size() == 49);
  CHECK(Words(header.begin(), header.begin() + 4) == Words{"qid", "doc", "score", "base"});
  for (int f = 1; f <= 45; ++f) CHECK(header[static_cast<std::size_t>(f) + 3] == feature_name(f));

  const std::vector<Words> wide = wide_lines();
  const std::vector<Document> all = documents(succeed(explain()).out);
  REQUIRE(wide.size() == all.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    REQUIRE(wide[i].size() == 49);
    CHECK(Words(wide[i].begin(), wide[i].begin() + 4) == all[i].head);
    std::map<std::string, std::string> contributions;
    for (const Words& feature : all[i].features) contributions[feature[0]] = feature[2];
    for (std::size_t f = 4; f < 49; ++f) {
      const auto found = contributions.find(header[f]);
      CHECK(wide[i][f] == (found == contributions.end() ? "0" : found->second));
    }
  }
}

TEST_CASE("--top keeps the strongest, and what the others add together") {
  const std::vector<Document> all = documents(succeed(explain()).out);
  const std::vector<Document> top = documents(succeed(explain({"--top", "3"})).out);
  REQUIRE(top.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    REQUIRE(top[i].features.size() == 4);
    for (std::size_t f = 0; f < 3; ++f) CHECK(top[i].features[f] == all[i].features[f]);
    CHECK(top[i].features[3][0] == "(others)");
    CHECK(top[i].features[3][1] == "-");
    CHECK(std::abs(sum_of(top[i]) - sum_of(all[i])) < 1e-12);
  }
  CHECK(succeed(explain({"--top", "45"})).out == succeed(explain()).out);
}

TEST_CASE("JSON has the same, with labels, indices and null for what is missing") {
  const std::vector<LetorRow>& rows = few().rows;
  for (const std::string top : {"0", "2"}) {
    const std::vector<Document> all = documents(succeed(explain({"--top", top})).out);
    const Json json = Json::parse(succeed(explain({"--json", "--top", top})).out);
    CHECK(json.at("base").get<double>() == std::stod(all[0].head[3]));
    REQUIRE(json.at("documents").size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Json& document = json.at("documents")[i];
      CHECK(document.at("qid") == all[i].head[0]);
      CHECK(document.at("doc") == all[i].head[1]);
      CHECK(document.at("score").get<double>() == std::stod(all[i].head[2]));
      CHECK(document.at("label").get<float>() == rows[i].label);
      std::vector<Words> features = all[i].features;
      CHECK(document.contains("others") == (top == "2"));
      if (top == "2") {
        CHECK(document.at("others").at("contribution").get<double>() ==
              std::stod(features.back()[2]));
        CHECK(document.at("others").at("features").get<int>() > 10);
        features.pop_back();
      }
      const Json& contributions = document.at("contributions");
      REQUIRE(contributions.size() == features.size());
      for (std::size_t f = 0; f < features.size(); ++f) {
        CHECK(contributions[f].at("feature") == features[f][0]);
        CHECK(feature_name(contributions[f].at("index").get<int>()) == features[f][0]);
        CHECK(contributions[f].at("contribution").get<double>() == std::stod(features[f][2]));
        const Json& value = contributions[f].at("value");
        CHECK((features[f][1] == "nan" ? value.is_null()
                                       : value.get<float>() == std::stof(features[f][1])));
      }
    }
  }
}

TEST_CASE("--query keeps the documents of these queries, in the order of the data") {
  const std::vector<Words> all = wide_lines();
  std::vector<Words> expected;
  for (const Words& line : all) {
    if (line[0] == "81" || line[0] == "83") expected.push_back(line);
  }
  REQUIRE(expected.size() > 20);
  CHECK(wide_lines({"--query", "83", "--query", "81", "--query", "83"}) == expected);
  fail(2, explain({"--query", "83", "--query", "183"}),
       "--query: " + few().path + " has no query '183', did you mean 83?");
  fail(2, explain({"--query", "x y"}), "has no query 'x y'; there are 81, 82, 83");
}

TEST_CASE("input may be plain, gzip or a pipe, output a file; threads change nothing") {
  const TemporaryFolder folder;
  const Words command = {"explain", "--model", small_model(), "--top", "4", "--data"};
  const std::string expected = succeed(command + Words{sample().test}).out;
  CHECK(succeed(command + Words{sample().test_gz, "--threads", "1"}).out == expected);
  CHECK(succeed(command + Words{"-", "--threads", "3"}, sample().test_text).out == expected);
  const std::string output = folder.write("out.tsv", "old");
  CHECK(succeed(command + Words{sample().test, "--output", output}).out.empty());
  CHECK(read_file(output) == expected);
  const Words query = command + Words{"-", "--query", "83"};
  CHECK(succeed(query, sample().test_text).out ==
        succeed(command + Words{sample().test_gz, "--query", "83"}).out);

  const std::string bad = folder.write("bad.txt", sample().test_text + "1 qid:1 1:x\n");
  fail(1, command + Words{bad, "--output", output}, bad + ":2328: ");
  CHECK(read_file(output) == expected);
}

TEST_CASE("documents without an id are numbered within their query; unknown features are ignored") {
  const std::string text =
      "1 qid:a 1:0.5 # docid = X\n0 qid:a 1:0.25\n# no row\n0 qid:a 46:1\n2 qid:b 3:1\n";
  const Words command = {"explain", "--model", small_model(), "--data", "-", "--wide"};
  const Run run = succeed(command, text);
  Words names;
  for (const Words& line : table(run.out)) names.push_back(line[0] + " " + line[1]);
  CHECK(names == Words{"qid doc", "a X", "a #2", "a #3", "b #1"});
  CHECK(run.err ==
        "gbrank: standard input: has features up to 46; the model knows 45, the others are "
        "ignored\n");
}

TEST_CASE("a model without splits has nothing to tell but its base value") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  succeed({"fit", "--train", "-", "--model", model, "--objective", "regression", "--trees", "2",
           "--quiet"},
          "1 qid:1 1:1\n0 qid:1 1:2\n");
  const Words command = {"explain", "--model", model, "--data", "-"};
  const std::vector<Document> all = documents(succeed(command, "0 qid:1 1:5\n").out);
  REQUIRE(all.size() == 1);
  CHECK(all[0].head[2] == all[0].head[3]);
  CHECK(all[0].features == std::vector<Words>{{"(others)", "-", "0"}});
  CHECK(Json::parse(succeed(command + Words{"--json"}, "0 qid:1 1:5\n").out)
            .at("documents")[0]
            .at("contributions")
            .empty());
}

TEST_CASE("the summary is what the wide table averages to") {
  const std::vector<Words> wide = wide_lines();
  const auto lines = table(succeed(explain({"--summary"})).out);
  CHECK(lines.at(0) == Words{"feature", "index", "mean_absolute", "mean", "within_query"});
  const Json json = Json::parse(succeed(explain({"--summary", "--json"})).out);
  CHECK(json.at("documents") == wide.size());
  CHECK(json.at("base").get<double>() == std::stod(wide[0][3]));
  REQUIRE(json.at("features").size() == lines.size() - 1);
  REQUIRE(lines.size() > 30);
  const auto n = static_cast<double>(wide.size());
  double last = INFINITY;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const int index = std::stoi(lines[i][1]);
    CAPTURE(index);
    CHECK(lines[i][0] == feature_name(index));
    const auto contribution = [&](const Words& line) {
      return std::stod(line[static_cast<std::size_t>(index) + 3]);
    };
    double absolute = 0;
    double mean = 0;
    std::map<std::string, std::vector<double>> by_query;
    for (const Words& line : wide) {
      absolute += std::abs(contribution(line)) / n;
      mean += contribution(line) / n;
      by_query[line[0]].push_back(contribution(line));
    }
    double squares = 0;
    for (const auto& [query, values] : by_query) {
      double of_query = 0;
      for (const double value : values) of_query += value / static_cast<double>(values.size());
      for (const double value : values) squares += (value - of_query) * (value - of_query);
    }
    const Json& row = json.at("features")[i - 1];
    CHECK(row.at("index") == index);
    CHECK(row.at("mean_absolute").get<double>() == doctest::Approx(absolute).epsilon(1e-12));
    CHECK(std::abs(row.at("mean").get<double>() - mean) < 1e-12 * absolute);
    CHECK(row.at("within_query").get<double>() ==
          doctest::Approx(std::sqrt(squares / n)).epsilon(1e-10));
    CHECK(std::stod(lines[i][2]) == doctest::Approx(absolute).epsilon(1e-5));
    CHECK(std::stod(lines[i][4]) == doctest::Approx(std::sqrt(squares / n)).epsilon(1e-5));
    CHECK(absolute <= last * (1 + 1e-12));
    last = absolute;
  }
  CHECK(table(succeed(explain({"--summary", "--top", "5"})).out).size() == 6);
}

TEST_CASE("options that do not go together, or cannot be meant, are exit 2") {
  fail(2, explain({"--wide", "--json"}), "give either --wide or --json");
  fail(2, explain({"--wide", "--top", "3"}), "give either --wide or --top");
  fail(2, explain({"--wide", "--summary"}), "give either --wide or --summary");
  fail(2, explain({"--pair", "81:#1:#2", "--summary"}), "give either --pair or --summary");
  fail(2, explain({"--pair", "81:#1:#2", "--wide"}), "give either --pair or --wide");
  fail(2, explain({"--pair", "81:#1:#2", "--query", "81"}), "give either --pair or --query");
  fail(2, explain({"--top", "-1"}), "--top is -1, expected 0 or more");
  fail(2, explain({"--output", few().path}), "are the same file");
}

TEST_CASE("explain needs little memory however large the file is") {
  const long most_megabytes = kWithSanitizer ? 1000 : 60;  // the file has more
  const TemporaryFolder folder;
  const std::string path = folder.path("large.txt");
  {
    std::ofstream file(path, std::ios::binary);
    for (int copy = 0; copy < 64; ++copy) file << sample().test_text;
  }
  REQUIRE(std::filesystem::file_size(path) > (60U << 20));
  const std::string output = folder.path("out.tsv");
  const Words command = {"explain", "--model",   small_model(), "--top",
                         "1",       "--threads", "2",           "--data"};
  const Run run = succeed(command + Words{path, "--output", output});
  CHECK(run.max_rss_kb < most_megabytes * 1024);
  const std::string once = succeed(command + Words{sample().test_gz}).out;
  const std::size_t header = once.find('\n') + 1;
  CHECK(std::filesystem::file_size(output) == header + 64 * (once.size() - header));
}

}  // namespace gbrank::test
