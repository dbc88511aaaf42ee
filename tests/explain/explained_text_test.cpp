#include "explain/explained_text.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "gbrank/explain.h"

#include "explain/random_covers.h"
#include "support/error_of.h"

namespace gbrank {
namespace {

/// What is said of a row, to keep.
struct Kept {
  std::string head;
  double score;
  std::vector<float> values;
  std::vector<double> contributions;
};

std::vector<Kept> explained(TextExplainer& explainer, const std::string& text) {
  std::vector<Kept> rows;
  explainer.explain({text, "data"}, [&](const ExplainedRow& row) {
    rows.push_back({fmt::format("{} {} {} {}", row.query, row.document, row.position, row.label),
                    row.score,
                    {row.values.begin(), row.values.end()},
                    {row.contributions.begin(), row.contributions.end()}});
  });
  return rows;
}

/// A random ensemble that asks the features 2 to 5 of 6.
Ensemble inner_features() {
  Ensemble ensemble = test::covered_ensemble({.features = 4, .extremes = false});
  for (Tree& tree : ensemble.trees) {
    for (std::uint32_t& feature : tree.feature) ++feature;
  }
  ensemble.feature_names = default_feature_names(6);
  return ensemble;
}

}  // namespace

TEST_CASE("rows of text are explained as their values are, by name and place in their query") {
  Ensemble ensemble = inner_features();
  const std::string text =
      "2 qid:a 2:0.5 4:1.25 # docid = D7\n"
      "# between\n"
      "0 qid:a 5:NULL 3:1\n"
      "\n"
      "1 qid:b 1:9 6:9 9:1 2:1.5 #docid=x/y z\n";
  for (const bool absent_is_missing : {false, true}) {
    ensemble.absent_is_missing = absent_is_missing;
    TextExplainer explainer(ensemble, 1);
    REQUIRE(explainer.features().size() == 4);
    CHECK(explainer.features()[0] == 1);
    const std::vector<Kept> rows = explained(explainer, text);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].head == "a D7 1 2");
    CHECK(rows[1].head == "a  2 0");
    CHECK(rows[2].head == "b x/y 1 1");
    CHECK(explainer.largest_index() == 9);

    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float none = absent_is_missing ? nan : 0;
    const std::vector<std::vector<float>> dense = {{none, 0.5F, none, 1.25F, none, none},
                                                   {none, none, 1, none, nan, none},
                                                   {9, 1.5F, none, none, none, 9}};
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(i);
      std::vector<double> expected(6);
      Explainer(ensemble).contributions(dense[i], expected);
      CHECK(rows[i].score == Predictor(ensemble).score(dense[i]));
      for (std::size_t s = 0; s < 4; ++s) {
        CHECK(rows[i].contributions[s] == expected[s + 1]);
        CHECK((rows[i].values[s] == dense[i][s + 1] ||
               (std::isnan(rows[i].values[s]) && std::isnan(dense[i][s + 1]))));
      }
    }
  }
}

TEST_CASE("it does not matter how text is cut into blocks, nor how many threads work on it") {
  const Ensemble ensemble = inner_features();
  std::string text;
  Random random(2);
  for (int i = 0; i < 1500; ++i) {
    text += fmt::format("{} qid:{} 2:{} 5:{}{}\n", i % 3, i / 400, random.uniform(),
                        random.uniform() * 2, i % 7 == 0 ? "\n# a comment\n" : "");
  }
  TextExplainer one(ensemble, 1);
  const std::vector<Kept> whole = explained(one, text);
  REQUIRE(whole.size() == 1500);
  CHECK(whole[399].head == "0  400 0");
  CHECK(whole[400].head == "1  1 1");
  const auto check_same = [&](const std::vector<Kept>& rows) {
    REQUIRE(rows.size() == whole.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows[i].head == whole[i].head);
      CHECK(rows[i].score == whole[i].score);
      CHECK(rows[i].contributions == whole[i].contributions);
    }
  };
  TextExplainer three(ensemble, 3);
  check_same(explained(three, text));

  TextExplainer blocks(ensemble, 2);
  std::vector<Kept> rows;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end =
        std::min(text.size(), text.find('\n', std::min(begin + 9999, text.size() - 1)) + 1);
    for (Kept& row : explained(blocks, text.substr(begin, end - begin))) rows.push_back(row);
    begin = end;
  }
  check_same(rows);
}

TEST_CASE("text that cannot be read is an error with its line; what came before is handed over") {
  const Ensemble ensemble = inner_features();
  TextExplainer explainer(ensemble, 2);
  std::size_t rows = 0;
  const auto explain = [&](const std::string& text) {
    return test::error_of([&] {
      explainer.explain({text, "data", 7}, [&](const ExplainedRow&) { ++rows; });
    });
  };
  CHECK(explain("1 qid:1 2:1\n1 qid:1 2:x\n") ==
        "data:8: found value \"x\" of feature 2, expected a number, nan or NULL");
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "1 qid:1 2:1\n";
  CHECK(explain(text + "one\n").starts_with("data:5007: "));
  CHECK(rows > 1000);
  CHECK(rows < 5000);
}

}  // namespace gbrank
