#include "gbrank/model_io.h"

#include "cli/program.h"
#include "exchange/format.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

/// A model in another program's format, as a file.
std::string exported(const TemporaryFolder& folder, const std::string& name,
                     const Ensemble& ensemble) {
  for (const ExchangeFormat& format : exchange_formats()) {
    if (format.name == name) return folder.write(name, format.write(ensemble, {}).text);
  }
  throw std::runtime_error("no format " + name);
}

std::vector<double> scores(const std::string& model) {
  std::vector<double> values;
  const Run run = succeed({"predict", "--model", model, "--data", sample().test_gz});
  for (const auto& line : table(run.out)) values.push_back(std::stod(line.at(0)));
  return values;
}

/// Features with their splits and cover; gains are float32 in XGBoost.
std::vector<Words> importance(const std::string& model) {
  auto lines = table(succeed({"importance", "--by", "splits", "--model", model}).out);
  for (Words& line : lines) line.erase(line.begin() + 2);
  return lines;
}

/// A tree that splits column 1, of three, as these programs name columns without names.
Ensemble unnamed() {
  Ensemble ensemble = small_ensemble();
  ensemble.base_score = 0;
  ensemble.feature_names = {"Column_0", "Column_1", "Column_2"};
  return ensemble;
}

}  // namespace

TEST_CASE("models of LightGBM and XGBoost become models that every command takes") {
  const TemporaryFolder folder;
  const Ensemble original = load_model(small_model());
  for (const std::string format : {"lightgbm", "xgboost"}) {
    CAPTURE(format);
    const std::string input = exported(folder, format, original);
    const std::string model = folder.path(format + ".json");
    const Run run = succeed({"import", "--input", input, "--model", model});
    CHECK(run.out.empty());
    CHECK(run.err ==
          fmt::format("{}: {}, 20 trees, 45 features; LETOR's feature 1 is column 0; a "
                      "feature that a row does not have is 0\n",
                      model, format == "lightgbm" ? "lightgbm:lambdarank" : "xgboost:rank:ndcg"));
    const std::vector<double> before = scores(small_model());
    const std::vector<double> after = scores(model);
    REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (format == "lightgbm") CHECK(before[i] == after[i]);
      CHECK(after[i] == doctest::Approx(before[i]).epsilon(1e-5));
    }
    const Words evaluate = {"evaluate", "--data", sample().test_gz, "--model"};
    CHECK(succeed(evaluate + Words{model}).out == succeed(evaluate + Words{small_model()}).out);
    CHECK(importance(model) == importance(small_model()));
    const std::string dump = succeed({"dump", "--model", model, "--format", "text"}).out;
    CHECK(dump.starts_with("objective " + format));
    CHECK(table(dump, '\n').size() ==
          table(succeed({"dump", "--model", small_model(), "--format", "text"}).out, '\n').size());
  }
}

TEST_CASE("the column of LETOR's first feature is guessed or given, and so are absent features") {
  const TemporaryFolder folder;
  const std::string input = exported(folder, "lightgbm", unnamed());
  const std::string model = folder.path("m.json");
  const Words import = {"import", "--input", input, "--model", model};
  const auto imported = [&](const Words& more) {
    const std::string said = succeed(import + more).err;
    return std::pair{load_model(model), said.substr(said.find("LETOR's"))};
  };
  const auto guessed = imported({});
  CHECK(guessed.first.feature_names == std::vector<std::string>{"f1", "f2"});
  CHECK(guessed.second ==
        "LETOR's feature 1 is column 1; a feature that a row does not have is 0\n");
  const auto given = imported({"--first-feature", "0", "--absent", "missing"});
  CHECK(given.first.feature_names == std::vector<std::string>{"f1", "f2", "f3"});
  CHECK(given.first.trees[0].feature == std::vector<std::uint32_t>{1, 2});
  CHECK(given.second ==
        "LETOR's feature 1 is column 0; a feature that a row does not have is missing\n");
  CHECK(imported({"--first-feature", "1", "--absent", "zero"}) == guessed);
  // b <= 0.1 is LETOR's feature 1 now, or 2.
  const auto score = [&](const std::string& row) {
    return succeed({"predict", "--model", model, "--data", "-"}, row).out;
  };
  CHECK(score("0 qid:1 1:0 2:5\n0 qid:1 1:5 2:0\n") == "2\n0.5\n");
  imported({"--first-feature", "0"});
  CHECK(score("0 qid:1 1:0 2:5\n0 qid:1 1:5 2:0\n") == "0.5\n2\n");
}

TEST_CASE("--values says how LightGBM's thresholds become float32") {
  const TemporaryFolder folder;
  std::string text = read_file(exported(folder, "lightgbm", unnamed()));
  const std::size_t at = text.find("\nthreshold=") + 11;
  text.replace(at, text.find(' ', at) - at, "0.67510000000000014");
  const std::string model = folder.path("m.json");
  const Words import = {"import", "--input", folder.write("m.txt", text), "--model", model};
  const auto threshold = [&](const Words& more) {
    succeed(import + more);
    return load_model(model).trees[0].threshold[0];
  };
  CHECK(threshold({}) == 0.6751F);
  CHECK(threshold({"--values", "double"}) == 0.6751F);
  CHECK(threshold({"--values", "float32"}) < 0.6751F);
}

TEST_CASE("what cannot be imported is exit 1 with the file's name, and changes nothing") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.json", "what was here");
  const auto refuse = [&](const std::string& input, const std::string& message,
                          const Words& more = {}) {
    fail(1, Words{"import", "--input", input, "--model", model} + more, input + ": " + message);
    CHECK(read_file(model) == "what was here");
  };
  refuse(folder.path("absent"), "cannot be opened");
  refuse(sample().test_gz,
         "is no model that can be imported (expected one of LightGBM's model file, XGBoost's model "
         "file (JSON or UBJSON))");
  refuse(small_model(), "is no model that can be imported");
  const std::string lightgbm = exported(folder, "lightgbm", unnamed());
  refuse(lightgbm, "", {"--format", "xgboost"});
  const std::string text = read_file(lightgbm);
  refuse(folder.write("cut", text.substr(0, text.size() / 2)), "");
  refuse(exported(folder, "onnx", unnamed()), "is no model that can be imported");
  Ensemble first = unnamed();
  first.trees[0].feature[0] = 0;
  refuse(exported(folder, "lightgbm", first), "tree 0 splits on column 0, which is no feature",
         {"--first-feature", "1"});
}

TEST_CASE("options that make no sense are exit 2") {
  const TemporaryFolder folder;
  const std::string input = exported(folder, "lightgbm", unnamed());
  const Words import = {"import", "--input", input, "--model", folder.path("m.json")};
  fail(2, import + Words{"--format", "lightgmb"}, "did you mean lightgbm?");
  fail(2, import + Words{"--absent", "none"}, "--absent is 'none'; known: zero, missing");
  fail(2, import + Words{"--first-feature", "2"}, "--first-feature is '2'");
  fail(2, import + Words{"--values", "floats"}, "--values is 'floats'");
  fail(2,
       {"import", "--input", exported(folder, "xgboost", unnamed()), "--model",
        folder.path("m.json"), "--values", "double"},
       "--values: xgboost has float32 thresholds only");
  fail(2, {"import", "--input", input, "--model", input}, "--input and --model are the same file");
  fail(2, {"import", "--input", input, "--model", "-"}, "--model goes to a file, not to -");
  fail(2, {"import", "--input", input}, "'--model' is required");
}

}  // namespace gbrank::test
