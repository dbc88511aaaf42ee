#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/random_letor.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// Thirty random queries as a folder of two folds without test data, and as one file.
struct SmallData {
  TemporaryFolder folder;
  std::string file = folder.write("all.txt", random_letor({.queries = 30, .seed = 4}));
  std::string folds = folder.path("folds");

  SmallData() {
    for (const int fold : {1, 2}) {
      const std::string name = fmt::format("Fold{}", fold);
      std::filesystem::create_directories(folds + "/" + name);
      const auto seed = static_cast<std::uint64_t>(fold);
      folder.write("folds/" + name + "/train.txt", random_letor({.seed = seed}));
      // Other queries than those of the training data and of the other fold.
      std::string vali = random_letor({.queries = 12, .seed = seed + 10});
      for (std::size_t at = 0; (at = vali.find("qid:", at)) != std::string::npos; at += 5) {
        vali.insert(at + 4, fmt::format("v{}-", fold));
      }
      folder.write("folds/" + name + "/vali.txt", vali);
    }
  }

  std::string output(const std::string& name) const { return folder.path(name); }
};

/// A search that takes no time: leaves, learning rate and l2 of three trees.
Words small_search(const std::string& data, int trials = 4, int repeats = 3) {
  const Words fixed = {"--trees",
                       "3",
                       "--leaf",
                       "newton",
                       "--min-docs-per-leaf",
                       "10",
                       "--feature-fraction",
                       "1",
                       "--query-fraction",
                       "1",
                       "--sdcg-alpha",
                       "1",
                       "--sdcg-beta",
                       "0.1",
                       "--sdcg-k",
                       "10"};
  return Words{"tune",
               "--data",
               data,
               "--objective",
               "sdcg",
               "--trials",
               std::to_string(trials),
               "--repeats",
               std::to_string(repeats),
               "--quiet"} +
         fixed;
}

/// All that a search leaves behind but its finished fits.
std::string results_in(const std::string& folder) {
  std::string text;
  for (const char* name : {"best.conf", "trials.tsv", "trials.json"}) {
    text += read_file(folder + "/" + name);
  }
  return text;
}

std::string value_in(const std::string& config, const std::string& name) {
  for (const auto& words : table(config, ' ')) {
    if (words.size() == 3 && words[0] == name) return words[2];
  }
  return "missing";
}

/// What fit and evaluate make of options: ndcg@3 on the validation data of a fold.
double value_of(const SmallData& data, const std::string& fold, const Words& options) {
  const std::string path = data.folds + "/" + fold;
  const std::string model = data.folder.path("model.json");
  succeed(Words{"fit", "--quiet", "--train", path + "/train.txt", "--model", model} + options);
  const Json json = Json::parse(succeed({"evaluate", "--data", path + "/vali.txt", "--model", model,
                                         "--metric", "ndcg@3", "--json"})
                                    .out);
  return json["metrics"]["ndcg@3"];
}

}  // namespace

TEST_CASE("tune: a trial's values are what fit and evaluate give, and best.conf is the best") {
  const SmallData data;
  const std::string out = data.output("tuned");
  const Run run = succeed(small_search(data.folds) + Words{"--metric", "ndcg@3", "--output", out});
  CHECK(run.err.empty());
  const auto rows = table(read_file(out + "/trials.tsv"));
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] == Words{"trial", "seeds", "value", "Fold1", "Fold2", "learning-rate", "leaves",
                         "l2", "sdcg-normalize"});
  const std::string conf = out + "/best.conf";
  const std::string text = read_file(conf);
  for (std::size_t option = 5; option < rows[0].size(); ++option) {
    CHECK(value_in(text, rows[0][option]) == rows[1][option]);
    CHECK(has(run.out, rows[0][option] + " "));
  }
  CHECK(value_in(text, "objective") == "sdcg");
  CHECK(value_in(text, "trees") == "3");
  REQUIRE(rows[1][1] == "3");
  for (const std::size_t fold : {1U, 2U}) {
    double mean = 0;
    for (const char* seed : {"1", "2", "3"}) {
      mean += value_of(data, fmt::format("Fold{}", fold), {"--config", conf, "--seed", seed}) / 3;
    }
    CHECK(std::stod(rows[1][2 + fold]) == doctest::Approx(mean));
  }
  CHECK(std::stod(rows[1][2]) ==
        doctest::Approx((std::stod(rows[1][3]) + std::stod(rows[1][4])) / 2));
  const Json json = Json::parse(read_file(out + "/trials.json"));
  CHECK(json["metrics"] == Json{"ndcg@3"});
  CHECK(json["queries"] == 24);
  CHECK(json["settings"]["bins"] == 255);
  CHECK(json["settings"]["trials"] == 4);
  CHECK(has(text, "# of data in 255 bins at most (--bins)\n"));
  CHECK(json["trials"].size() == 5);
  CHECK(fmt::format("{}", json["trials"][0]["value"].get<double>()) == rows[1][2]);
  CHECK(json["best"]["leaves"] == value_in(text, "leaves"));
  CHECK(json["search"]["l2"] == "0, 1, 10, 100");
  double shares = 0;
  for (const Json& finalist : json["finalists"]) shares += finalist["first"].get<double>();
  CHECK(shares == doctest::Approx(1));
}

TEST_CASE("tune: switches of an objective come back from best.conf") {
  const SmallData data;
  for (const char* word : {"true", "false"}) {
    const std::string out = data.output(word);
    succeed(small_search(data.file) + Words{"--folds", "3", "--output", out, "--search",
                                            fmt::format("sdcg-normalize={}", word)});
    const std::string text = read_file(out + "/best.conf");
    // Trial 0 has what nobody drew.
    if (value_in(text, "sdcg-normalize") != word) continue;
    const std::string model = data.folder.path("model.json");
    succeed(
        {"fit", "--quiet", "--train", data.file, "--model", model, "--config", out + "/best.conf"});
    const Json json = Json::parse(read_file(model));
    CHECK(json["objective"]["options"]["sdcg-normalize"] == word);
  }
}

TEST_CASE("tune: the same files for 1, 2 and 3 threads, and for a run that was killed") {
  const SmallData data;
  const Words words = small_search(data.file, 12) + Words{"--folds", "3", "--bags", "2"};
  succeed(words + Words{"--output", data.output("one"), "--threads", "1"});
  const std::string whole = results_in(data.output("one"));
  for (const char* threads : {"2", "3"}) {
    const std::string out = data.output(threads);
    succeed(words + Words{"--output", out, "--threads", threads});
    CHECK(results_in(out) == whole);
  }
  const std::string killed = data.output("killed");
  int kills = 0;
  for (const char* seconds : {"0.02", "0.04", "0.08", "0.12"}) {
    const Words program = {"timeout", "-s", "KILL", seconds, GBRANK_PROGRAM};
    const Run run = run_command(program + words + Words{"--output", killed});
    if (run.status != 0) ++kills;
  }
  CHECK(kills > 0);
  succeed(words + Words{"--output", killed});
  CHECK(results_in(killed) == whole);
  // Each of them says what was there already.
  Words loud = words;
  std::erase(loud, "--quiet");
  const Run again = succeed(loud + Words{"--output", killed});
  CHECK(matches(again.err, "\\(([0-9]+) were done before\\)"));
  CHECK(again.err.starts_with("tune: 13 trials on 3 folds\n"));
  CHECK(matches(again.err, "tune: [0-9]+ trials with 3 seeds: trial [0-9]+ leads with 0\\."));
}

TEST_CASE("tune: what is searched is what has no value; ranges can be given") {
  const SmallData data;
  const Words words = small_search(data.file) + Words{"--folds", "3", "--json"};
  const Json plain = Json::parse(succeed(words).out);
  CHECK(plain["search"].size() == 4);
  const Json own = Json::parse(succeed(words + Words{"--leaves", "5", "--search", "max-depth=2..4",
                                                     "--search", "learning-rate=0.1, 0.2"})
                                   .out);
  CHECK(own["search"].size() == 4);
  CHECK(own["search"]["max-depth"] == "2..4");
  CHECK(own["search"]["learning-rate"] == "0.1, 0.2");
  CHECK_FALSE(own["search"].contains("leaves"));
  for (const Json& trial : own["trials"]) {
    const std::string rate = trial["drawn"].value("learning-rate", "");
    CHECK((rate == "0.1" || rate == "0.2" || rate.empty()));
  }
  CHECK(own["best"]["leaves"] == "5");
  // Options of a file have a value, too.
  const std::string config = data.folder.write("my.conf", "leaves = 5\n");
  const Json of_file = Json::parse(succeed(words + Words{"--config", config}).out);
  CHECK_FALSE(of_file["search"].contains("leaves"));
}

TEST_CASE("tune: of many finalists the table has ten, trial 0, and how many there are besides") {
  const SmallData data;
  const std::string out = succeed(small_search(data.file, 14, 1) + Words{"--folds", "3"}).out;
  std::size_t rows = 0;
  bool start = false;
  for (const auto& fields : table(out)) {
    if (fields.empty()) break;
    if (matches(fields[0], "^ +[0-9]+ +1 ")) ++rows;
    if (matches(fields[0], "^ +0 +1 ")) start = true;
  }
  CHECK(start);
  CHECK((rows == 10 || rows == 11));
  CHECK(has(out, fmt::format("...  {} more with as many seeds\n", 15 - rows)));
}

TEST_CASE("tune: bags and their share of the queries are searched together") {
  const SmallData data;
  const std::string out = data.output("bags");
  const std::string plot = data.output("bags.svg");
  succeed(small_search(data.file, 8) + Words{"--folds", "3", "--search", " bags = 1 .. 3 ",
                                             "--search", "bag-fraction=0.5, 0.9", "--output", out,
                                             "--plot", plot});
  const auto rows = table(read_file(out + "/trials.tsv"));
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
  };
  std::size_t alone = 0;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    // One bag learns from all queries.
    CHECK((rows[r].at(column("bag-fraction")) == "-") == (rows[r].at(column("bags")) == "1"));
    if (rows[r].at(column("bags")) == "1") ++alone;
  }
  CHECK(alone > 0);
  CHECK(alone < rows.size() - 1);
}

TEST_CASE("tune: without a folder the settings are printed; without time it says so") {
  const SmallData data;
  const Words words = small_search(data.file) + Words{"--folds", "3"};
  const Run run = succeed(words);
  CHECK(has(run.out, "\nobjective = sdcg\n"));
  CHECK(has(run.out, "the mean over 3 folds of the means over 3 seeds"));
  CHECK(has(run.out, "samples of the queries it leads"));
  CHECK_FALSE(has(run.out, "The time was over"));
  const Run late = succeed(words + Words{"--time", "0.000001"});
  CHECK(has(late.out, "The time was over: 1 trial of 5 were tried"));
}

TEST_CASE("tune: a picture has the finalists, every option, and every trial") {
  const SmallData data;
  const std::string plot = data.output("tuned.svg");
  const Words words = small_search(data.file) + Words{"--folds", "3", "--plot", plot, "--json"};
  const Json json = Json::parse(succeed(words).out);
  const std::string svg = read_file(plot);
  CHECK(svg.starts_with("<svg"));
  for (const auto& [name, range] : json["search"].items()) CHECK(has(svg, ">" + name + "<"));
  for (const Json& finalist : json["finalists"]) {
    CHECK(has(svg, fmt::format(">trial {}<", finalist["trial"].get<int>())));
  }
  for (const char* legend : {">1 seed<", ">3 seeds<"}) CHECK(has(svg, legend));
  std::size_t circles = 0;
  for (std::size_t at = 0; (at = svg.find("<circle", at)) != std::string::npos; ++at) ++circles;
  CHECK(circles >= json["finalists"].size() + json["search"].size() * json["trials"].size());
  succeed(words);
  CHECK(read_file(plot) == svg);
  fail(2, words + Words{"--output", plot + "/x", "--bins", "1"}, "--bins is 1");
  const Words base = small_search(data.file) + Words{"--folds", "3"};
  fail(2, base + Words{"--plot", "-"}, "--plot goes to a file, not to -");
  fail(2, base + Words{"--plot", data.file}, "are the same file");
  fail(1, base + Words{"--plot", data.output("missing") + "/x.svg"}, "missing/x.svg");
}

TEST_CASE("tune: results never replace what is read; names of files may be any bytes") {
  const SmallData data;
  const std::string out = data.output("tuned");
  const Words words = small_search(data.file) + Words{"--folds", "3"};
  succeed(words + Words{"--output", out});
  const std::string best = read_file(out + "/best.conf");
  fail(2,
       {"tune", "--data", data.file, "--config", out + "/best.conf", "--bags", "2", "--search",
        "bag-fraction=0.5, 0.9", "--output", out},
       "--config and --output are the same file");
  CHECK(read_file(out + "/best.conf") == best);
  std::filesystem::create_directories(data.output("q"));
  const std::string table_file = data.folder.write("q/table.tsv", read_file(data.file));
  fail(2, {"cv", "--data", table_file, "--output", data.output("q")},
       "--data and --output are the same file");
  CHECK(read_file(table_file) == read_file(data.file));

  const std::string odd = data.folder.write("odd\xff.txt", read_file(data.file));
  succeed(small_search(odd) + Words{"--folds", "3", "--output", data.output("odd")});
  CHECK(Json::parse(read_file(data.output("odd") + "/trials.json"))["trials"].size() == 5);
  succeed({"cv", "--data", odd, "--trees", "2", "--output", data.output("odd")});
  CHECK(Json::parse(read_file(data.output("odd") + "/results.json"))["queries"] == 30);
}

TEST_CASE("tune: mistakes in the options are told before anything is read") {
  const Words words = {"tune", "--data", "missing", "--objective", "sdcg"};
  const auto refused = [&](const Words& more, std::string_view message) {
    fail(2, words + more, message);
  };
  refused({"--trials", "0"}, "--trials is 0, expected 1 to ");
  refused({"--repeats", "0"}, "--repeats is 0, expected 1 to ");
  refused({"--time", "-1"}, "--time is -1, expected 0 or more seconds");
  refused({"--search", "leaves"}, "--search is 'leaves', expected NAME=RANGE");
  refused({"--search", "leaves=3.."}, "--search leaves: the range is '3..', expected LOW..HIGH");
  refused({"--search", "leavs=3..5"}, "--search: leavs is no option of sdcg, did you mean leaves?");
  refused({"--search", "gbrank-tau=1..2"}, "--search: gbrank-tau is no option of sdcg");
  // Both ends count, however few values are drawn.
  for (const char* trials : {"1", "30"}) {
    refused({"--trials", trials, "--search", "leaves=2..70000 log"},
            "--search: leaves is 70000, expected 2 to 65536");
    refused({"--trials", trials, "--search", "feature-fraction=0.5..1.01"},
            "--search: feature-fraction is 1.01, expected");
    refused({"--trials", trials, "--search", "max-depth=-1..3"}, "--search: max-depth is -1");
    refused({"--trials", trials, "--search", "leaves=2.5..7.5"},
            "--search: leaves is '2.5', expected a whole number");
    refused({"--trials", trials, "--search", "leaf=newton, median"}, "--search: leaf is 'median'");
    refused({"--trials", trials, "--search", "bag-fraction=0.2..0.9"},
            "--search: bag-fraction needs --bags of 2 or more");
  }
  refused({"--search", "l2=0..1", "--search", "l2=0..2"}, "--search l2 is given twice");
  refused({"--search", "l2=0..1", "--l2", "1"},
          "--l2 has the value 1, and --search asks for another");
  refused({"--gbrank-tau", "1"}, "--gbrank-tau belongs to objective gbrank");
  refused({"--metric", "ndcg@3", "--metric", "rmse"}, "they have no mean");
  fail(1, words, "missing");
}

}  // namespace gbrank::test
