#include "experiment/tuning.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "experiment/fit_key.h"
#include "experiment/result_store.h"
#include "support/error_of.h"
#include "support/random_letor.h"
#include "support/temporary_folder.h"

using namespace gbrank;

namespace {

const std::vector<SearchedOption> kSpace = {{"leaves", SearchRange("2..9")},
                                            {"learning-rate", SearchRange("0.02..0.5 log")}};

/// Thirty random queries in three folds, and fits that take no time.
struct SmallSearch {
  test::TemporaryFolder folder;
  std::string data = folder.write("data.txt", test::random_letor({.queries = 30, .seed = 4}));
  Folds folds = read_folds({.path = data, .folds = 3, .with_test = false});
  FitOptions start;
  TuningOptions options;

  SmallSearch() {
    start.trees = 3;
    start.tree.min_docs_per_leaf = 10;
    options.trials = 9;
    options.repeats = 5;
    options.metrics = {Metric{}, parse_metric("ndcg@3")};
  }

  Tuning run(const TuningEvents& events = {}) const {
    return tune(folds, draw_trials(start, kSpace, options), options, events);
  }
};

/// Everything that a search found, for comparing.
std::string text_of(const Tuning& tuning) {
  std::string text = fmt::format("{} {}\n", tuning.finalists, tuning.out_of_time);
  for (const Trial& trial : tuning.trials) {
    text += fmt::format("{} {} {} {} {}\n", trial.number, trial.repeats, trial.value,
                        fmt::join(trial.folds, " "), fmt::join(trial.per_query, " "));
    for (const auto& [name, drawn] : trial.drawn) text += name + " " + drawn + "\n";
  }
  return text;
}

/// The value of settings by fits and evaluations one after the other.
double plain_value(const SmallSearch& search, const FitOptions& settings, std::size_t repeats) {
  double value = 0;
  for (const Fold& fold : search.folds.folds) {
    for (std::size_t r = 0; r < repeats; ++r) {
      FitOptions options = settings;
      options.seed = search.options.seed + r;
      const Ensemble model = fit(fold.train, {}, options);
      for (const Metric& metric : search.options.metrics) {
        const Evaluator evaluator(metric, search.options.convention, fold.vali.judged().lists());
        value += evaluator.evaluate(fold.vali.score(model, 1)).mean;
      }
    }
  }
  return value /
         static_cast<double>(search.folds.folds.size() * repeats * search.options.metrics.size());
}

}  // namespace

TEST_CASE("a trial's value is the mean over metrics, seeds and folds of plain fits") {
  const SmallSearch search;
  const Tuning tuning = search.run();
  REQUIRE(tuning.trials.size() == 10);
  for (const Trial& trial : tuning.trials) {
    FitOptions settings = search.start;
    if (trial.number > 0) {
      CHECK_FALSE(trial.drawn.empty());
      const OptionTexts& drawn = trial.drawn;
      if (drawn.contains("leaves")) settings.tree.leaves = std::stoi(drawn.at("leaves"));
      if (drawn.contains("learning-rate")) {
        settings.learning_rate = std::stod(drawn.at("learning-rate"));
      }
    }
    CAPTURE(trial.number);
    CHECK(trial.value == doctest::Approx(plain_value(search, settings, trial.repeats)));
    CHECK(trial.per_query.size() == 30);
  }
}

TEST_CASE("the better third goes on with more seeds, and trial 0 with them") {
  SmallSearch search;
  std::vector<std::string> rungs;
  const TuningEvents events = {
      .on_rung = [&](std::size_t trials, std::size_t repeats, const Trial& leader) {
        rungs.push_back(fmt::format("{} with {}", trials, repeats));
        CHECK(leader.repeats == repeats);
      }};
  const Tuning tuning = search.run(events);
  REQUIRE(rungs.size() == 3);
  CHECK(rungs[0] == "10 with 1");
  CHECK((rungs[1] == "4 with 3" || rungs[1] == "5 with 3"));
  CHECK((rungs[2] == "2 with 5" || rungs[2] == "3 with 5"));
  CHECK_FALSE(tuning.out_of_time);
  const std::span<const Trial> finalists(tuning.trials.data(), tuning.finalists);
  CHECK(std::ranges::count(finalists, std::size_t{0}, &Trial::number) == 1);
  for (std::size_t i = 0; i < tuning.trials.size(); ++i) {
    const Trial& trial = tuning.trials[i];
    CHECK((i < tuning.finalists) == (trial.repeats == 5));
    if (i == 0 || i == tuning.finalists) continue;
    const Trial& before = tuning.trials[i - 1];
    CHECK(before.repeats >= trial.repeats);
    if (before.repeats == trial.repeats) CHECK(before.value >= trial.value);
  }
  // Nobody who stayed behind was better than the worst but trial 0 of those who went on.
  search.options.repeats = 1;
  const Tuning first = search.run();
  CHECK(first.finalists == 10);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto at = std::ranges::find(tuning.trials, first.trials[i].number, &Trial::number);
    CHECK(at->repeats >= 3);
  }
}

TEST_CASE("an error is better when it is lower") {
  SmallSearch search;
  search.start.objective = "regression";
  search.options.metrics = {parse_metric("rmse")};
  const Tuning tuning = search.run();
  for (std::size_t i = 1; i < tuning.finalists; ++i) {
    CHECK(tuning.trials[i - 1].value <= tuning.trials[i].value);
  }
  double least = tuning.trials.front().value;
  for (const Trial& trial : tuning.trials) least = std::min(least, trial.value);
  CHECK(tuning.best().value < 1.05 * least);
}

TEST_CASE("a search finds the settings that learn something") {
  SmallSearch search;
  const std::vector<SearchedOption> space = {{"trees", SearchRange("1, 30")}};
  search.start.tree.leaves = 2;
  search.start.learning_rate = 0.3;
  const std::vector<Trial> trials = draw_trials(search.start, space, search.options);
  // Settings that were there already are not tried twice, nor those to start from.
  REQUIRE(trials.size() == 3);
  FitOptions thirty = search.start;
  thirty.trees = 30;
  CHECK(draw_trials(thirty, space, search.options).size() == 2);
  const Tuning tuning = tune(search.folds, trials, search.options);
  CHECK(tuning.best().options.trees == 30);
}

TEST_CASE("settings that cannot be fitted are the last, and are not tried again") {
  SmallSearch search;
  search.start.objective = "gbrank";
  search.start.trees = 40;
  search.start.learning_rate = 0.01;
  // Steps of the mean gradient, which grows with the list, diverge at a large rate.
  search.start.tree.leaf = LeafRule::kMean;
  const std::vector<SearchedOption> space = {{"learning-rate", SearchRange("0.02, 1e9")}};
  search.options.state_folder = search.folder.path("state");
  const std::vector<Trial> trials = draw_trials(search.start, space, search.options);
  REQUIRE(trials.size() == 3);
  for (int run = 0; run < 2; ++run) {
    std::size_t stored = 0;
    const TuningEvents events = {
        .on_fit = [&](std::size_t, std::size_t, bool was_stored) { stored += was_stored ? 1 : 0; }};
    const Tuning tuning = tune(search.folds, trials, search.options, events);
    REQUIRE(tuning.trials.size() == 3);
    CHECK(tuning.finalists >= 1);
    const Trial& last = tuning.trials.back();
    CHECK(last.drawn.at("learning-rate") == "1e9");
    CHECK(last.failure.find("too large") != std::string::npos);
    CHECK(std::isnan(last.value));
    CHECK(tuning.best().failure.empty());
    CHECK_FALSE(std::isnan(tuning.best().value));
    if (run == 1) CHECK(stored > 10);
  }
  search.start.learning_rate = 1e9;
  // Also where it is known already that it fails.
  for (const std::string folder : {"state", "empty"}) {
    search.options.state_folder = search.folder.path(folder);
    CHECK(test::error_of([&] {
            tune(search.folds, draw_trials(search.start, space, search.options), search.options);
          }).find("too large") != std::string::npos);
  }
}

TEST_CASE("what fails with a later seed is ranked last, and where all do there is no answer") {
  SmallSearch search;
  search.options.state_folder = search.folder.path("state");
  const std::vector<Trial> trials = draw_trials(search.start, kSpace, search.options);
  const ResultStore store(search.options.state_folder);
  const auto fail_second_seed = [&](const Trial& trial) {
    FitOptions options = trial.options;
    options.seed = search.options.seed + 1;
    store.add(fit_key(search.folds.folds[1], options) + "validation ndcg@10 ndcg@3", "too far");
  };
  fail_second_seed(trials[0]);
  const Tuning tuning = search.run();
  CHECK(tuning.best().failure.empty());
  const auto start = std::ranges::find(tuning.trials, std::size_t{0}, &Trial::number);
  CHECK(start->failure == "too far");
  CHECK(start >= tuning.trials.begin() + static_cast<std::ptrdiff_t>(tuning.finalists));
  for (const Trial& trial : trials) fail_second_seed(trial);
  const std::string error = test::error_of([&] { search.run(); });
  CHECK(error.starts_with("none of the trials can be fitted with "));
  CHECK(error.ends_with(": too far"));
}

TEST_CASE("a search gives the same for 1, 2 and 3 threads") {
  SmallSearch search;
  const std::string one = text_of(search.run());
  for (const int threads : {2, 3}) {
    search.options.threads = threads;
    CHECK(text_of(search.run()) == one);
  }
  search.options.seed = 2;
  CHECK(text_of(search.run()) != one);
}

TEST_CASE("a search that was stopped goes on where it was, and more trials use what is there") {
  SmallSearch search;
  const std::string whole = text_of(search.run());
  search.options.state_folder = search.folder.path("state");
  struct Stop {};
  for (const std::size_t after : {1U, 17U, 40U}) {
    TuningEvents events;
    events.on_fit = [&](std::size_t done, std::size_t, bool) {
      if (done == after) throw Stop();
    };
    CHECK_THROWS_AS(search.run(events), Stop);
  }
  std::size_t stored = 0;
  std::size_t fits = 0;
  std::size_t planned = 0;
  TuningEvents events;
  events.on_fit = [&](std::size_t done, std::size_t all, bool was_stored) {
    CHECK(done == ++fits);
    planned = all;
    if (was_stored) ++stored;
  };
  CHECK(text_of(search.run(events)) == whole);
  CHECK(stored == 40);
  CHECK(fits == planned);
  stored = fits = 0;
  search.options.trials = 10;
  search.run(events);
  CHECK(stored >= 30);
  CHECK(fits > stored);
  // Other metrics are other results.
  stored = fits = 0;
  search.options.metrics = {Metric{}};
  search.run(events);
  CHECK(stored == 0);
}

TEST_CASE("without time there is the answer to start from, and it says so") {
  SmallSearch search;
  search.options.seconds = 1e-9;
  const Tuning tuning = search.run();
  CHECK(tuning.out_of_time);
  REQUIRE(tuning.trials.size() == 1);
  CHECK(tuning.finalists == 1);
  CHECK(tuning.best().number == 0);
  CHECK(tuning.best().value == doctest::Approx(plain_value(search, search.start, 1)));
  search.options.seconds = 3600;
  CHECK_FALSE(search.run().out_of_time);
}

TEST_CASE("a rung that runs out of time is as if it had not been; the first has its share") {
  SmallSearch search;
  search.options.seconds = 1000;
  const Tuning whole = search.run();
  // Each fit takes a second, but there is none left for the last rung: 10 trials on 3 folds, then
  // two more seeds of 4 or 5.
  const auto fits_until = [&](double seconds, std::size_t& fits) {
    search.options.seconds = seconds;
    fits = 0;
    TuningEvents events;
    events.on_fit = [&](std::size_t, std::size_t, bool) { ++fits; };
    events.seconds = [&] { return static_cast<double>(fits); };
    return search.run(events);
  };
  std::size_t fits = 0;
  const Tuning cut = fits_until(30 + 2 * 3 * 5 + 3, fits);
  CHECK(cut.out_of_time);
  CHECK(cut.planned == 10);
  CHECK(cut.best().repeats == 3);
  CHECK((cut.finalists == 4 || cut.finalists == 5));
  for (const Trial& trial : cut.trials) CHECK(trial.repeats <= 3);
  CHECK_FALSE(whole.out_of_time);
  // Of one rung alone, all of the time is for trials.
  search.options.repeats = 1;
  CHECK_FALSE(fits_until(31, fits).out_of_time);
  const Tuning half = fits_until(15, fits);
  CHECK(half.out_of_time);
  CHECK((half.trials.size() == 5 || half.trials.size() == 6));
}

TEST_CASE("validation data in which no query counts is an error") {
  SmallSearch search;
  std::string text;
  for (int q = 0; q < 9; ++q) text += fmt::format("0 qid:{} 1:1\n0 qid:{} 1:2\n", q, q);
  search.start.objective = "regression";
  search.folds = read_folds(
      {.path = search.folder.write("irrelevant.txt", text), .folds = 3, .with_test = false});
  CHECK(test::error_of([&] { search.run(); }) ==
        "no query of the validation data counts for ndcg@10");
}
