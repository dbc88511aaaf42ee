#include <cmath>
#include <filesystem>

#include "gbrank/model_io.h"

#include "cli/program.h"
#include "exchange/export_checks.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

Words export_as(const std::string& format, const std::string& model) {
  return {"export", "--model", model, "--format", format};
}

Words format_names() {
  Words names;
  for (const ExchangeFormat& format : exchange_formats()) names.emplace_back(format.name);
  return names;
}

std::string save(const TemporaryFolder& folder, const Ensemble& ensemble) {
  const std::string path = folder.path("model.json");
  save_model(ensemble, path);
  return path;
}

/// Two documents, f1 = 0 and f1 = 1. The first one's score is the lower in double precision and the
/// higher where values and sums are rounded to float32.
Ensemble float32_disagrees() {
  const double half = 0x1p-24;  // what is left over 1 is rounded away up to here
  Ensemble ensemble;
  ensemble.feature_names = {"f1"};
  const auto stump = [](double left, double right) {
    return Tree{{0}, {0.5F}, {1}, {~0}, {~1}, {1}, {left, right}, {1, 1}};
  };
  ensemble.trees = {stump(1 + 1.1 * half, 1 + 0.9 * half), stump(0, 0.9 * half)};
  return ensemble;
}

const std::string kTwoDocuments = "0 qid:7 1:0\n1 qid:7 1:1\n";

}  // namespace

TEST_CASE("--output writes what standard output would show, and the same each time") {
  const TemporaryFolder folder;
  const std::string model =
      save(folder, random_ensemble({.missing_is_zero = true, .extremes = false}));
  for (const std::string& format : format_names()) {
    CAPTURE(format);
    const Words words = export_as(format, model) + Words{"--lossy"};
    const std::string path = folder.path(format);
    const Run run = succeed(words);
    CHECK(succeed(words + Words{"--output", path}).out.empty());
    CHECK(read_file(path) == run.out);
    CHECK(run.out.size() > 100);
    CHECK(succeed(words + Words{"--output", "-"}).out == run.out);
  }
}

TEST_CASE("--verify and --data tell how scores and order come through") {
  const Words c = export_as("c", small_model());
  const Run run = succeed(c + Words{"--verify", sample().test});
  const std::size_t rows = letor_rows(sample().test_text).size();
  CHECK(
      matches(run.err, fmt::format("^{}: {} rows, 20 queries\nscores: the same\norder: all [0-9]+ "
                                   "pairs of documents of one query as they were\n$",
                                   sample().test, rows)));
  CHECK(run.out == succeed(c).out);
  CHECK(succeed(c + Words{"--data", sample().test}).err == run.err);
  CHECK(succeed(c + Words{"--data", sample().test, "--threads", "3"}).err == run.err);
  CHECK(has(succeed(c + Words{"--verify", "-"}, sample().test_text).err, "standard input: "));
  const Run in_float =
      succeed(export_as("xgboost-dump", small_model()) + Words{"--verify", sample().test_gz});
  CHECK(matches(in_float.err,
                "\nscores: at most [0-9.]+e-0[678] apart \\(line [0-9]+: -?[0-9.]+ by the model, "
                "-?[0-9.]+ exported\\)\norder: all "));
}

TEST_CASE("what a format cannot hold is refused, and written with a warning by --lossy") {
  // The sample has missing values, and the model learned where they go.
  const TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "before");
  const Words words = export_as("ranklib", small_model()) + Words{"--output", path};
  const Run refused = run_gbrank(words);
  CHECK(refused.status == 1);
  CHECK(matches(refused.err,
                fmt::format("^gbrank: {} as ranklib: [0-9]+ of 600 splits send missing values to "
                            "another side than 0; .*\n"
                            "gbrank: {} cannot be ranklib without loss; another format may hold "
                            "it, and --lossy writes it all the "
                            "same\n$",
                            small_model(), small_model())));
  CHECK(read_file(path) == "before");
  CHECK(std::distance(
            std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {}) ==
        1);

  const Run lossy = succeed(words + Words{"--lossy"});
  CHECK(lossy.err.starts_with("gbrank: warning: " + small_model() + " as ranklib: "));
  CHECK(table(lossy.err, '\n').size() == 1);
  CHECK(read_file(path).starts_with("## LambdaMART\n"));
}

TEST_CASE("an export that ranks in another order is not put in place") {
  const TemporaryFolder folder;
  const std::string model = save(folder, float32_disagrees());
  const std::string data = folder.write("data.txt", kTwoDocuments);
  const std::string path = folder.write("out.txt", "before");
  const Words words = export_as("ranklib", model) + Words{"--output", path, "--verify", data};
  const Run refused = run_gbrank(words);
  CHECK(refused.status == 1);
  CHECK(refused.out.empty());
  CHECK(read_file(path) == "before");
  const auto lines = table(refused.err, '\n');
  REQUIRE(lines.size() == 5);
  CHECK(lines[0][0] == data + ": 2 rows, 1 query");
  CHECK(lines[2][0] == "order: 1 of 1 pair turned round, 0 now equal, 0 no longer equal");
  CHECK(lines[3][0] ==
        "furthest apart: query 7, lines 2 and 1: 1.0000001072883604 and 1.0000000655651093 by the "
        "model, 1 and 1.0000001192092896 exported");
  CHECK(
      lines[4][0] ==
      fmt::format("gbrank: ranklib ranks {} in another order than {}; --tolerance accepts changes "
                  "between near scores, --lossy all of them",
                  data, model));
  // To standard output, neither.
  CHECK(run_gbrank(export_as("ranklib", model) + Words{"--verify", data}).out.empty());

  // The two are 4.2e-8 apart.
  CHECK(run_gbrank(words + Words{"--tolerance", "4.1e-8"}).status == 1);
  CHECK(read_file(path) == "before");
  CHECK(table(succeed(words + Words{"--tolerance", "4.2e-8"}).err, '\n').size() == 4);
  CHECK(read_file(path).starts_with("## LambdaMART\n"));

  std::filesystem::remove(path);
  const Run lossy = run_gbrank(words + Words{"--lossy"});
  CHECK(lossy.status == 1);
  CHECK(has(lossy.err, "\ngbrank: warning: ranklib ranks " + data + " in another order than "));
  CHECK(read_file(path).starts_with("## LambdaMART\n"));
  // Double precision keeps the order.
  CHECK(has(succeed(export_as("c", model) + Words{"--verify", data}).err, "scores: the same\n"));
}

TEST_CASE("--shift-positive moves all scores and keeps their order") {
  const TemporaryFolder folder;
  Ensemble ensemble = random_ensemble({.missing_is_zero = true, .extremes = false, .seed = 5});
  ensemble.base_score = -2;
  const std::string model = save(folder, ensemble);
  const auto rows = lightgbm_rows(awkward_rows(ensemble, 300, 6));
  const std::string data = folder.write("data.txt", letor_text(rows));
  for (const std::string& format : format_names()) {
    CAPTURE(format);
    const std::string path = folder.path(format);
    const Words words = export_as(format, model) + Words{"--output", path, "--verify", data};
    succeed(words);
    const std::string unmoved = read_file(path);
    const Run run = succeed(words + Words{"--shift-positive"});
    CHECK(has(run.err, "\norder: all "));
    CHECK(read_file(path) != unmoved);
    const ExchangeFormat& known = format_named(format);
    const auto consumer = known.read(read_file(path), path, ensemble.feature_names);
    const auto before = known.read(unmoved, path, ensemble.feature_names);
    bool negative = false;
    for (const auto& row : rows) {
      CHECK(consumer->score(row) >= 0);
      negative |= before->score(row) < 0;
    }
    CHECK(negative);
  }
}

TEST_CASE("--name and --store are for the formats that have them") {
  const TemporaryFolder folder;
  const std::string model = save(folder, small_ensemble());
  CHECK(has(succeed(export_as("c", model) + Words{"--name", "rank"}).out,
            "\ndouble rank(const float *features);\n"));
  const std::string solr =
      succeed(export_as("solr", model) + Words{"--name", "m 1", "--store", "films"}).out;
  CHECK(has(solr, "\"name\":\"m 1\",\n\"store\":\"films\",\n"));
  for (const char* reserved : {"int", "restrict", "class", "static_cast", "main"}) {
    fail(2, export_as("c", model) + Words{"--name", reserved}, reserved);
  }
  fail(2, export_as("c", model) + Words{"--name", "my rank"},
       "--name is 'my rank', expected one of a C function");
  fail(2, export_as("ranklib", model) + Words{"--name", "m"},
       "--name: ranklib gives the model no name");
  fail(2, export_as("c", model) + Words{"--store", "s"},
       "--store is for --format solr, the format is c");
}

TEST_CASE("mistakes in the command line are told before the model is read") {
  const Words none = {"export", "--model", "no-such-file"};
  fail(2, none, "'--format' is required");
  fail(2, none + Words{"--format", "rank-lib"}, "--format is 'rank-lib', did you mean ranklib?");
  fail(2, none + Words{"--format", "pmml"}, "known: ranklib, ");
  fail(2, none + Words{"--format", "c", "--verify", "a", "--data", "b"},
       "--verify and --data are the same; give one of them");
  fail(2, none + Words{"--format", "c", "--output", "no-such-file"},
       "--model and --output are the same file");
  fail(2, none + Words{"--format", "c", "--data", "d", "--output", "d"},
       "--data and --output are the same file");
  fail(2, none + Words{"--format", "c", "--tolerance", "1"}, "--tolerance needs --verify");
  for (const std::string tolerance : {"-1", "nan", "inf", "x"}) {
    fail(2, none + Words{"--format", "c", "--tolerance=" + tolerance}, "--tolerance");
  }
  fail(1, none + Words{"--format", "c"}, "no-such-file: cannot be opened");
  fail(1, export_as("c", small_model()) + Words{"--output", "/no-such-folder/x"},
       "/no-such-folder/x: cannot be written");
}

TEST_CASE("bad data to verify with is an error, and nothing is written") {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.c");
  const Words words = export_as("c", small_model()) + Words{"--output", path, "--verify"};
  fail(1, words + Words{"-"}, "standard input:2: ", "1 qid:1 1:2\nx\n");
  fail(1, words + Words{"-"}, "standard input: found no rows", "# nothing\n");
  fail(1, words + Words{"-"}, "standard input:3: query \"1\" returns here",
       "1 qid:1 1:2\n1 qid:2 1:2\n1 qid:1 1:2\n");
  fail(1, words + Words{"no-such-file"}, "no-such-file: cannot be opened");
  CHECK(!std::filesystem::exists(path));
  CHECK(has(succeed(words + Words{"-"}, "1 qid:1 46:2\n").err,
            "gbrank: standard input: has features up to 46; the model knows 45, the others are "
            "ignored\n"));
}

TEST_CASE("two features of one name are an error for a format that knows them by name") {
  const TemporaryFolder folder;
  Ensemble ensemble = small_ensemble();
  ensemble.feature_names[0] = "c";
  const std::string model = save(folder, ensemble);
  const std::string message = model + ": features 1 and 3 are both named \"c\"; ";
  fail(1, export_as("solr", model) + Words{"--lossy"}, message + "solr knows features by");
  fail(1, export_as("xgboost-dump", model), message + "xgboost-dump knows features by");
  succeed(export_as("c", model));
}

}  // namespace gbrank::test
