#include <cmath>
#include <limits>

#include "exchange/export_checks.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

const ExchangeFormat& ranklib() { return format_named("ranklib"); }

double score(const std::string& text, const std::vector<float>& row) {
  const std::vector<std::string> names = default_feature_names(row.size());
  return ranklib().read(text, "m.txt", names)->score(row);
}

std::string error(const std::string& text) {
  return error_of([&] { score(text, {0, 0, 0}); });
}

/// As RankLib itself writes: indented, with spaces around numbers.
const std::string kByRankLib =
    "## LambdaMART\n## No. of trees = 2\n## No. of leaves = 3\n\n<ensemble>\n"
    "\t<tree id=\"1\" weight=\"0.1\">\n\t\t<split>\n"
    "\t\t\t<feature> 2 </feature>\n\t\t\t<threshold> 0.5 </threshold>\n"
    "\t\t\t<split pos=\"left\">\n\t\t\t\t<output> -2.0 </output>\n\t\t\t</split>\n"
    "\t\t\t<split pos=\"right\">\n"
    "\t\t\t\t<feature> 1 </feature>\n\t\t\t\t<threshold> -1.5 </threshold>\n"
    "\t\t\t\t<split pos=\"left\">\n\t\t\t\t\t<output> 3.0 </output>\n\t\t\t\t</split>\n"
    "\t\t\t\t<split pos=\"right\">\n\t\t\t\t\t<output> 0.7 </output>\n\t\t\t\t</split>\n"
    "\t\t\t</split>\n\t\t</split>\n\t</tree>\n"
    "\t<tree id=\"2\" weight=\"1.0\">\n\t\t<split>\n\t\t\t<output> 0.25 </output>\n"
    "\t\t</split>\n\t</tree>\n</ensemble>\n";

}  // namespace

TEST_CASE("ranklib: a model as RankLib writes it scores as computed by hand") {
  // 0.1F times the output, rounded once to float32, plus 0.25.
  const auto by_hand = [](double output) {
    const auto first = static_cast<float>(output * static_cast<double>(0.1F));
    return static_cast<double>(first + 0.25F);
  };
  CHECK(score(kByRankLib, {9, 0.5F}) == by_hand(-2));
  CHECK(score(kByRankLib, {-1.5F, 0.75F}) == by_hand(3));
  CHECK(score(kByRankLib, {0, 0.75F}) == by_hand(static_cast<double>(0.7F)));
  CHECK(score(kByRankLib, {9, kNan}) == by_hand(-2));                         // 0 <= 0.5
  CHECK(score(kByRankLib, {kNan, 1}) == by_hand(static_cast<double>(0.7F)));  // 0 > -1.5
}

TEST_CASE("ranklib: the file of a small model") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].missing_left = {1, 0};
  const Exported exported = ranklib().write(ensemble, {});
  CHECK(exported.losses.empty());
  CHECK(exported.text ==
        "## LambdaMART\n<ensemble>\n"
        "<tree id=\"1\" weight=\"1\">\n<split>\n<feature>2</feature>\n<threshold>0.1</threshold>\n"
        "<split pos=\"left\">\n<output>1.5</output>\n</split>\n"
        "<split pos=\"right\">\n<feature>3</feature>\n<threshold>-3e+20</threshold>\n"
        "<split pos=\"left\">\n<output>-0.25</output>\n</split>\n"
        "<split pos=\"right\">\n<output>0</output>\n</split>\n"
        "</split>\n</split>\n</tree>\n"
        "<tree id=\"2\" weight=\"1\">\n<split>\n<output>0.5</output>\n</split>\n</tree>\n"
        "<tree id=\"3\" weight=\"1\">\n<split>\n<output>0.1</output>\n</split>\n</tree>\n"
        "</ensemble>\n");
}

TEST_CASE("ranklib: random ensembles whose missing values go where 0 does keep every score") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Ensemble ensemble = random_ensemble({.missing_is_zero = true, .seed = seed});
    CHECK(ranklib().write(ensemble, {}).losses.empty());
    const auto consumer = read_back(ranklib(), ensemble);
    for (const std::vector<float>& row : awkward_rows(ensemble, 300, seed)) {
      CHECK(consumer->score(row) == float_score(ensemble, row));
    }
  }
}

TEST_CASE("ranklib: missing values that go another way than 0 are losses, with number and place") {
  Ensemble ensemble = small_ensemble();  // b <= 0.1 has missing right, c <= -3e20 left
  const std::string both =
      "2 of 2 splits send missing values to another side than 0; RankLib takes a missing value for "
      "0, so documents that lack the feature would go the other way (first: tree 0, "
      "\"b \\\"quoted\\\" \\\\\" <= 0.1)";
  CHECK(ranklib().write(ensemble, {}).losses == std::vector<std::string>{both});
  ensemble.trees[0].missing_left = {1, 1};
  REQUIRE(ranklib().write(ensemble, {}).losses.size() == 1);
  CHECK(ranklib().write(ensemble, {}).losses[0].starts_with("1 of 2 splits send"));
  CHECK(ranklib().write(ensemble, {}).losses[0].ends_with("(first: tree 0, \"c\" <= -3e+20)"));
  // It is true: the reader goes with 0.
  const auto consumer = read_back(ranklib(), ensemble);
  const std::vector<float> missing = {0, 1, kNan};
  const std::vector<float> zero = {0, 1, 0};
  CHECK(consumer->score(missing) == consumer->score(zero));
  CHECK(Predictor(ensemble).score(missing) != Predictor(ensemble).score(zero));
}

TEST_CASE("ranklib: what is too large for float32 is a loss and stays finite") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].missing_left = {1, 0};
  ensemble.trees[0].value = {1e300, -1e39, 1};
  ensemble.base_score = -1e200;
  const Exported exported = ranklib().write(ensemble, {});
  REQUIRE(exported.losses.size() == 1);
  CHECK(exported.losses[0] ==
        "3 values are too large for float32 and would become its largest number, 3.4e+38 (first: "
        "tree 0, 1e+300)");
  CHECK(exported.text.find("inf") == std::string::npos);
  CHECK(std::isfinite(read_back(ranklib(), ensemble)->score(std::vector<float>{0, 0, 0})));
}

TEST_CASE("ranklib: what RankLib cannot read is an error with the tree's number") {
  const std::string begin = "## LambdaMART\n<ensemble>\n<tree id=\"1\" weight=\"1\">\n";
  const std::string leaf = "<split>\n<output>1</output>\n</split>\n";
  const std::string end = "</tree>\n</ensemble>\n";
  CHECK(error(begin + leaf + end) == "no error");
  CHECK(error("") == "m.txt: begins with \"\", expected ## LambdaMART");
  CHECK(error("<ensemble></ensemble>") ==
        "m.txt: begins with \"<ensemble></ensemble>\", expected ## LambdaMART");
  CHECK(error(begin + "<!-- x -->" + leaf + end) ==
        "m.txt: tree 0: found \"<!-- x --><split><output>1</output></spl...\", expected <split>");
  CHECK(error("## LambdaMART\n<ensemble>\n<tree id=\"1\">\n" + leaf + end) ==
        "m.txt: tree 0: found \"\", expected a float32 number");
  const auto split = [&](const std::string& feature, const std::string& threshold) {
    return error(begin + "<split><feature>" + feature + "</feature><threshold>" + threshold +
                 "</threshold>" + leaf + leaf + "</split>" + end);
  };
  CHECK(split("3", "0.5") == "no error");
  CHECK(split("4", "0.5") == "m.txt: tree 0: found \"4\", expected a feature from 1 to 3");
  CHECK(split("0", "0.5") == "m.txt: tree 0: found \"0\", expected a feature from 1 to 3");
  CHECK(split("1.5", "0.5") == "m.txt: tree 0: found \"1.5\", expected a feature from 1 to 3");
  CHECK(split("1", "0,5") == "m.txt: tree 0: found \"0,5\", expected a float32 number");
  CHECK(split("1", "NaN") == "m.txt: tree 0: found \"NaN\", expected a float32 number");
  CHECK(split("1", "1e39") == "m.txt: tree 0: found \"1e39\", expected a float32 number");
  // White space between two elements of one line is a node to RankLib.
  CHECK(error(begin + "<split> <output>1</output></split>" + end) ==
        "m.txt: tree 0: found \" <output>1</output></split></tree></ense...\", expected <output>");
}

TEST_CASE("ranklib: hostile files never crash") {
  check_hostile_files(ranklib(),
                      random_ensemble({.trees = 4, .leaves = 5, .missing_is_zero = true}), 3000);
}

}  // namespace gbrank::test
