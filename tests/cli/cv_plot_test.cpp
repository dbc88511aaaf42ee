#include <cmath>
#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/picture.h"

namespace gbrank::test {
namespace {

/// A folder with the files of two folds.
std::string two_folds(const TemporaryFolder& folder) {
  for (int fold = 1; fold <= 2; ++fold) {
    const std::string name = fmt::format("Fold{}", fold);
    std::filesystem::create_directory(folder.path(name));
    const auto add = [&](const std::string& part, int from) {
      folder.write(name + "/" + part + ".txt", gunzip(sample().parts.path(from)));
    };
    add("train", fold);
    add("vali", fold + 2);
    add("test", fold + 3);
  }
  return folder.path("");
}

}  // namespace

TEST_CASE("a plot of cv that cannot be written is said before the data is read") {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path("no-such-folder/plot.svg");
  const Words cv = {"cv", "--data", "no-such-file", "--objective", "regression"};
  fail(1, cv + Words{"--plot", nowhere}, nowhere + ": cannot be written");
  fail(1, cv + Words{"--plot", folder.path("")}, "is a directory");
  fail(2, cv + Words{"--plot", "-"}, "--plot goes to a file, not to -");
  CHECK(std::filesystem::is_empty(folder.path("")));
}

TEST_CASE("cv --plot replaces neither data nor options nor other results") {
  const TemporaryFolder folder;
  const std::string data = two_folds(folder);
  const std::string system = folder.write("mine.conf", "objective = regression\n");
  const Words cv = {"cv", "--data", data, "--system", system, "--output", folder.path("out")};
  fail(2, cv + Words{"--plot", system}, "--system and --plot are the same file");
  for (const std::string file : {"train", "vali", "test"}) {
    const std::string path = folder.path("Fold2/" + file + ".txt");
    const std::string before = read_file(path);
    fail(2, cv + Words{"--plot", path}, "--data and --plot are the same file");
    CHECK(read_file(path) == before);
  }
  fail(2, cv + Words{"--plot", folder.path("out/table.md")},
       "--output and --plot are the same file");
  const std::string one = folder.write("one.txt", sample().test_text);
  fail(2, {"cv", "--data", one, "--objective", "regression", "--plot", one},
       "--data and --plot are the same file");
}

TEST_CASE("cv --plot shows the table's means, with the folds, and the curves that choose") {
  const TemporaryFolder folder;
  const std::string data = two_folds(folder);
  const std::string plot = folder.path("plot.svg");
  const Words cv = Words{"cv",         "--data",  data, "--objective", "lambdarank", "--objective",
                         "regression", "--trees", "10", "--metric",    "ndcg@5",     "--metric",
                         "rmse",       "--plot",  plot, "--json",      "--quiet",    "--threads",
                         "2"} +
                   kShape;
  const auto json = nlohmann::json::parse(succeed(cv).out);
  const XmlElement svg = picture(plot);
  CHECK(texts_of(svg, "text", "panel") == Words{"ndcg@5", "rmse"});
  std::vector<std::string> told;
  for (const XmlElement& dot : all_of(svg, "circle")) {
    REQUIRE(dot.children.size() == 1);
    told.push_back(dot.children[0].text);
  }
  CHECK(told.size() == 2 * 2 * (2 + 1));
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::size_t m = 0; m < 2; ++m) {
      const auto& metric = json["systems"][s]["metrics"][m];
      std::vector<std::string> expected;
      for (const auto& fold : metric["of_folds"]) {
        expected.push_back(fmt::format(": {:.6g}", fold.get<double>()));
      }
      const std::string mean = fmt::format(": {:.6g}", metric["mean"].get<double>());
      expected.push_back(m == 0 ? mean + " [" : mean);  // rmse has no interval
      for (const std::string& text : expected) {
        CAPTURE(text);
        CHECK(std::ranges::count_if(told, [&](const std::string& one) {
                return m == 0 && text.ends_with('[') ? has(one, text) : one.ends_with(text);
              }) >= 1);
      }
    }
  }
  CHECK(curves(svg, "line") == 2);  // the bars of ndcg@5

  succeed(cv + Words{"--choose-trees", "mean"});
  const XmlElement chosen = picture(plot);
  CHECK(texts_of(chosen, "text", "panel") ==
        Words{"ndcg@5", "rmse", "validation ndcg@10 after each round"});
  CHECK(curves(chosen, "line") == 2 + 2);
}

TEST_CASE("the interval of cv --plot is Student's t over the queries of folds that are equal") {
  const TemporaryFolder folder;
  const std::string data = two_folds(folder);
  const std::string plot = folder.path("plot.svg");
  succeed({"cv", "--data", data, "--objective", "regression", "--trees", "5", "--metric", "p@1",
           "--plot", plot, "--quiet", "--no-relevant", "zero"});
  // Of n values of 0 or 1 whose mean is p: t(0.975, n - 1) sqrt(p (1 - p) / (n - 1)), n = 40.
  double mean = -1;
  double low = 0;
  double high = 0;
  for (const XmlElement& dot : all_of(picture(plot), "circle")) {
    const std::string& text = dot.children.at(0).text;
    if (has(text, "[")) {
      REQUIRE(std::sscanf(text.c_str(), "regression: %lf [%lf, %lf]", &mean, &low, &high) == 3);
    }
  }
  REQUIRE(mean > 0);
  const double reach = 2.022691 * std::sqrt(mean * (1 - mean) / 39);
  CHECK(low == doctest::Approx(mean - reach).epsilon(1e-4));
  CHECK(high == doctest::Approx(mean + reach).epsilon(1e-4));
}

}  // namespace gbrank::test
