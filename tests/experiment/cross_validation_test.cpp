#include "experiment/cross_validation.h"

#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/letor_folds.h"

namespace gbrank::test {
namespace {

FitOptions small_trees(const std::string& objective = "lambdarank") {
  FitOptions options;
  options.objective = objective;
  options.trees = 12;
  options.learning_rate = 0.2;
  options.tree.leaves = 6;
  options.tree.min_docs_per_leaf = 3;
  options.threads = 1;
  return options;
}

CrossValidationOptions measured_by(const std::string& metric, ChooseTrees choose) {
  CrossValidationOptions options;
  options.metrics = {parse_metric(metric)};
  options.choose = choose;
  return options;
}

/// Three folds; a file is dealt out, a folder has its own.
Folds three_folds(const std::string& path) {
  FoldSource source;
  source.path = path;
  source.folds = 3;
  source.read.threads = 1;
  return read_folds(source);
}

std::string noisy_letor() {
  return random_letor({.queries = 24, .documents = 12, .values = 12, .seed = 5});
}

/// A fit on a fold whose validation metric is measured.
struct PlainFit {
  Ensemble model;
  std::vector<double> curve;

  PlainFit(const Fold& fold, const FitOptions& options) {
    std::vector<Dataset> valid;
    valid.push_back(fold.binned_vali(1));
    model = fit(fold.train, valid, options,
                [&](const RoundReport& report) { curve.push_back(report.valid_metrics[0][0]); });
  }
  /// The scores of the test data by the first trees.
  std::vector<double> scores(const Fold& fold, std::size_t trees) const {
    Ensemble kept = model;
    kept.trees.resize(trees);
    return fold.test->score(kept, 1);
  }
};

std::size_t place_of_largest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

void check_same(const std::vector<SystemResult>& a, const std::vector<SystemResult>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t s = 0; s < a.size(); ++s) {
    CHECK(a[s].name == b[s].name);
    CHECK(a[s].rounds == b[s].rounds);
    CHECK(a[s].scores == b[s].scores);
    CHECK(a[s].curve == b[s].curve);
  }
}

}  // namespace

TEST_CASE("each fold is a plain fit on its training data, measured on its test data") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  const std::vector<System> systems = {{"a", small_trees()}, {"b", small_trees("regression")}};
  const auto results = cross_validate(folds, systems, measured_by("map", ChooseTrees::kAll));
  REQUIRE(results.size() == 2);
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK(results[s].name == systems[s].name);
    CHECK(results[s].curve.empty());
    CHECK(results[s].rounds == std::vector<std::size_t>(3, 12));
    for (std::size_t f = 0; f < 3; ++f) {
      const Fold& fold = folds.folds[f];
      const auto scores = fold.test->score(fit(fold.train, {}, systems[s].options), 1);
      CHECK(results[s].scores[f] == scores);
      const Evaluator evaluator(parse_metric("map"), {}, fold.test->judged().lists());
      CHECK(results[s].values[0][f].mean == evaluator.evaluate(scores).mean);
    }
  }
  CHECK(results[0].scores != results[1].scores);
}

TEST_CASE(
    "the trees of a fold are those up to its best round on validation data, as early "
    "stopping chooses") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  const FitOptions options = small_trees();
  const std::vector<System> systems = {{"a", options}};
  const auto chosen = cross_validate(folds, systems, measured_by("map", ChooseTrees::kFold))[0];
  FitOptions stopping = options;
  stopping.early_stopping = options.trees;
  const std::vector<System> stopped_systems = {{"a", stopping}};
  const auto stopped =
      cross_validate(folds, stopped_systems, measured_by("map", ChooseTrees::kFold))[0];
  bool fewer = false;
  for (std::size_t f = 0; f < 3; ++f) {
    const PlainFit plain(folds.folds[f], options);
    const std::size_t best = place_of_largest(plain.curve) + 1;
    fewer = fewer || best < 12;
    CHECK(chosen.rounds[f] == best);
    CHECK(chosen.scores[f] == plain.scores(folds.folds[f], best));
    CHECK(stopped.rounds[f] == best);
    CHECK(stopped.scores[f] == chosen.scores[f]);
    CHECK(PlainFit(folds.folds[f], stopping).model.trees.size() == best);
  }
  CHECK(fewer);
}

TEST_CASE("an error chooses the round where it is least") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  FitOptions options = small_trees("regression");
  options.metrics = {parse_metric("rmse")};
  const std::vector<System> systems = {{"a", options}};
  const auto result = cross_validate(folds, systems, measured_by("map", ChooseTrees::kFold))[0];
  for (std::size_t f = 0; f < 3; ++f) {
    const PlainFit plain(folds.folds[f], options);
    const auto least = std::ranges::min_element(plain.curve) - plain.curve.begin();
    CHECK(result.rounds[f] == static_cast<std::size_t>(least) + 1);
    CHECK(result.rounds[f] > 1);
  }
}

TEST_CASE("the mean of the folds' curves can choose one round for all") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  const FitOptions options = small_trees();
  const std::vector<System> systems = {{"a", options}};
  const auto result = cross_validate(folds, systems, measured_by("map", ChooseTrees::kMean))[0];
  std::vector<PlainFit> plain;
  std::vector<double> mean(12);
  for (const Fold& fold : folds.folds) {
    plain.emplace_back(fold, options);
    for (std::size_t r = 0; r < 12; ++r) mean[r] += plain.back().curve.at(r) / 3;
  }
  const std::size_t best = place_of_largest(mean) + 1;
  CHECK(result.rounds == std::vector<std::size_t>(3, best));
  REQUIRE(result.curve.size() == 12);
  for (std::size_t r = 0; r < 12; ++r) CHECK(result.curve[r] == doctest::Approx(mean[r]));
  for (std::size_t f = 0; f < 3; ++f) {
    CHECK(result.scores[f] == plain[f].scores(folds.folds[f], best));
  }
}

TEST_CASE(
    "nothing leaks: where only a look at the query itself helps, scores are no better than "
    "chance") {
  const TemporaryFolder folder;
  const std::string path = folder.write("all.txt", coin_letor(60, 10));
  FitOptions options = small_trees();
  options.trees = 60;
  options.tree.leaves = 60;
  options.feature_fraction = 1;
  const Metric metric = parse_metric("pair-accuracy");
  // Who has seen the queries ranks them: the data can be learned.
  const JudgedText seen(path, false, 1);
  const Ensemble model = fit(read_dataset(path, {.threads = 1}), {}, options);
  const double knowing =
      Evaluator(metric, {}, seen.judged().lists()).evaluate(seen.score(model, 1)).mean;
  CHECK(knowing > 0.95);

  const std::vector<System> systems = {{"a", options}};
  for (const ChooseTrees choose : {ChooseTrees::kAll, ChooseTrees::kFold}) {
    const auto result =
        cross_validate(three_folds(path), systems, measured_by("pair-accuracy", choose))[0];
    for (std::size_t f = 0; f < 3; ++f) {
      CAPTURE(f);
      // A coin each for 20 queries: 0.5 with a deviation of 0.11.
      CHECK(result.values[0][f].mean < 0.8);
      CHECK(result.values[0][f].mean > 0.2);
    }
  }
}

TEST_CASE(
    "labels of the test data change neither models nor the choice of trees, only what is "
    "measured") {
  const TemporaryFolder folder;
  const std::string d = write_folds(folder, "d", noisy_letor(), 3);
  const std::vector<System> systems = {{"a", small_trees()}, {"b", small_trees("regression")}};
  for (const ChooseTrees choose : {ChooseTrees::kAll, ChooseTrees::kFold, ChooseTrees::kMean}) {
    write_folds(folder, "d", noisy_letor(), 3);
    const auto before = cross_validate(three_folds(d), systems, measured_by("map", choose));
    for (int f = 1; f <= 3; ++f) {
      const std::string test = fmt::format("d/Fold{}/test.txt", f);
      std::string turned;
      for (const LetorRow& row : letor_rows(read_file(folder.path(test)))) {
        turned += fmt::format("{}{}\n", row.label == 0 ? 2 : 0, row.text.substr(1));
      }
      folder.write(test, turned);
    }
    const auto after = cross_validate(three_folds(d), systems, measured_by("map", choose));
    check_same(before, after);
    CHECK(before[0].values[0][0].mean > after[0].values[0][0].mean + 0.1);
  }
}

TEST_CASE(
    "a run that was stopped after any fit goes on to the same result, and does only the "
    "rest") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  const std::vector<System> systems = {{"a", small_trees()}, {"b", small_trees("regression")}};
  CrossValidationOptions options = measured_by("map", ChooseTrees::kFold);
  const auto expected = cross_validate(folds, systems, options);
  for (std::size_t finished = 0; finished <= 6; ++finished) {
    options.state_folder = folder.path(fmt::format("state{}", finished));
    const auto stop = [&](std::size_t done, std::size_t, bool) {
      if (done > finished) throw Error("stopped");
    };
    // The fit after which it stops is stored, too.
    if (finished < 6) {
      CHECK(error_of([&] { cross_validate(folds, systems, options, stop); }) == "stopped");
    } else {
      cross_validate(folds, systems, options, stop);
    }
    std::size_t stored = 0;
    std::size_t calls = 0;
    const auto results = cross_validate(
        folds, systems, options, [&](std::size_t done, std::size_t planned, bool was_stored) {
          CHECK(done == ++calls);
          CHECK(planned == 6);
          stored += was_stored ? 1U : 0U;
        });
    CHECK(calls == 6);
    CHECK(stored == std::min<std::size_t>(finished + 1, 6));
    check_same(results, expected);
  }
}

TEST_CASE("stored fits of other options, data or choice, and damaged ones, are not taken") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  const Folds others = three_folds(folder.write("other.txt", random_letor({.queries = 24})));
  CrossValidationOptions options = measured_by("map", ChooseTrees::kAll);
  options.state_folder = folder.path("state");
  const auto stored_in = [&](const Folds& of, const FitOptions& fit,
                             const CrossValidationOptions& cv) {
    std::size_t stored = 0;
    const std::vector<System> systems = {{"a", fit}};
    cross_validate(of, systems, cv,
                   [&](std::size_t, std::size_t, bool was_stored) { stored += was_stored; });
    return stored;
  };
  CHECK(stored_in(folds, small_trees(), options) == 0);
  CHECK(stored_in(folds, small_trees(), options) == 3);
  FitOptions deeper = small_trees();
  deeper.tree.leaves = 7;
  CHECK(stored_in(folds, deeper, options) == 0);
  CHECK(stored_in(others, small_trees(), options) == 0);
  CrossValidationOptions choosing = options;
  choosing.choose = ChooseTrees::kFold;
  CHECK(stored_in(folds, small_trees(), choosing) == 0);
  choosing.choose = ChooseTrees::kMean;
  CHECK(stored_in(folds, small_trees(), choosing) == 3);
  // The same fits may be measured by something else.
  CrossValidationOptions other_metric = options;
  other_metric.metrics = {parse_metric("p@3")};
  CHECK(stored_in(folds, small_trees(), other_metric) == 3);

  for (const auto& file : std::filesystem::directory_iterator(options.state_folder)) {
    std::filesystem::resize_file(file, 100);
  }
  CHECK(stored_in(folds, small_trees(), options) == 0);
  CHECK(stored_in(folds, small_trees(), options) == 3);
}

TEST_CASE("threads change nothing, whether fits run side by side or one after the other") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  FitOptions bagged = small_trees();
  bagged.bags = 2;
  const std::vector<System> systems = {{"a", small_trees()}, {"b", bagged}};
  CrossValidationOptions options = measured_by("map", ChooseTrees::kFold);
  const auto expected = cross_validate(folds, systems, options);
  for (const int threads : {2, 3, 7}) {
    options.threads = threads;
    check_same(cross_validate(folds, systems, options), expected);
  }
}

TEST_CASE("folds in which no tree found a split are counted") {
  const TemporaryFolder folder;
  const Folds folds = three_folds(folder.write("all.txt", noisy_letor()));
  FitOptions coarse = small_trees();
  coarse.tree.min_docs_per_leaf = 1000;
  const std::vector<System> systems = {{"a", small_trees()}, {"b", coarse}};
  const auto results = cross_validate(folds, systems, measured_by("map", ChooseTrees::kAll));
  CHECK(results[0].folds_without_split == 0);
  CHECK(results[1].folds_without_split == 3);
}

TEST_CASE("validation data on which no query counts cannot choose, and is named") {
  const TemporaryFolder folder;
  const std::string d = write_folds(folder, "d", noisy_letor(), 3);
  folder.write("d/Fold2/vali.txt", "0 qid:1 1:1\n0 qid:1 1:2\n");
  const std::vector<System> systems = {{"a", small_trees()}};
  CHECK(error_of([&] {
          cross_validate(three_folds(d), systems, measured_by("map", ChooseTrees::kFold));
        }) == d + "/Fold2/vali.txt: no query counts for ndcg@10");
}

}  // namespace gbrank::test
