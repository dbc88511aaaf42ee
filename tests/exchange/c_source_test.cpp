#include <bit>
#include <limits>

#include "gbrank/version.h"

#include "exchange/export_checks.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

const ExchangeFormat& c() { return format_named("c"); }

std::string error(const std::string& text) {
  return error_of([&] { c().read(text, "m.c", default_feature_names(3)); });
}

/// The whole of a file: a tree of one split, and one of a leaf.
const std::string kFile =
    "/* A ranker of 2 trees, written by gbrank " + std::string(version()) + R"(.

   double rank(const float *features);

   The score of a document: the higher, the better. There must be 3 features; a missing
   one is NaN, and one that the document does not have is 0. Nothing needs to be linked, and
   any number of threads may call. Do not compile this with -ffast-math, which takes for granted
   that nothing is NaN.

   What is read:
     features[1]  "\"\u002a/ } nodes[] = {"
*/
#ifdef __cplusplus
extern "C"
#endif
double rank(const float *features);

double rank(const float *features) {
  /* A value goes left where it is <= threshold. Children are nodes, or -1 - a value. */
  static const struct {
    int feature;
    int missing_left;
    float threshold;
    int left;
    int right;
  } nodes[] = {
    {1, 0, 0.1f, -1, -2},
  };
  static const double values[] = {
    0.5,
    -0.25,
    1e-300,
  };
  static const int roots[] = {
    0,
    -3,
  };
  double score = 2.0;
  int tree;
  for (tree = 0; tree < 2; ++tree) {
    int at = roots[tree];
    while (at >= 0) {
      const float value = features[nodes[at].feature];
      const int left = value != value ? nodes[at].missing_left : value <= nodes[at].threshold;
      at = left ? nodes[at].left : nodes[at].right;
    }
    score += values[-1 - at];
  }
  return score;
}
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kFile;
  text.replace(text.find(from), from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("c: a file scores as computed by hand, and is what is written") {
  const auto model = c().read(kFile, "m.c", default_feature_names(3));
  const auto score = [&](float value) { return model->score(std::vector<float>{0, value, 0}); };
  CHECK(score(0.1F) == 2 + 0.5 + 1e-300);
  CHECK(score(std::nextafterf(0.1F, 1)) == 2 - 0.25 + 1e-300);
  CHECK(score(std::numeric_limits<float>::quiet_NaN()) == 2 - 0.25 + 1e-300);

  Ensemble ensemble;
  ensemble.base_score = 0.5;
  ensemble.feature_names = {"a", "\"*/ } nodes[] = {", "c"};
  ensemble.trees.resize(2);
  ensemble.trees[0] = {{1}, {0.1F}, {0}, {~0}, {~1}, {1}, {0.5, -0.25}, {1, 1}};
  ensemble.trees[1].value = {1e-300};
  CHECK(c().write(ensemble, {.shift = 1.5, .name = "rank"}).text == kFile);
  ensemble.absent_is_missing = true;
  CHECK(c().write(ensemble, {}).text.find("the document does not have is NaN, too.") !=
        std::string::npos);
}

TEST_CASE("c: random ensembles keep every bit of every score") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Ensemble ensemble = random_ensemble({.seed = seed});
    const Exported exported = c().write(ensemble, {});
    CHECK(exported.losses.empty());
    const auto consumer = read_back(c(), ensemble);
    for (const std::vector<float>& row : awkward_rows(ensemble, 300, seed)) {
      CHECK(std::bit_cast<std::uint64_t>(consumer->score(row)) ==
            std::bit_cast<std::uint64_t>(Predictor(ensemble).score(row)));
    }
  }
}

TEST_CASE("c: the function has the name that is asked for, if that is one") {
  const auto text = [](const std::string& name) {
    return c().write(small_ensemble(), {.name = name}).text;
  };
  CHECK(text("").find("\ndouble gbrank_score(const float *features) {\n") != std::string::npos);
  CHECK(text("_rank2").find("\ndouble _rank2(const float *features) {\n") != std::string::npos);
  for (const std::string name : {"2rank", "rank-2", "rank 2", "r\u00e4nk", "a;b", "*", "int"}) {
    CHECK(error_of([&] { text(name); }) ==
          fmt::format("name is '{}', expected one of a C function: letters, digits and _, no digit "
                      "first, no word of C or C++",
                      name));
  }
}

TEST_CASE("c: a table that the function would leave, or never leave, is an error") {
  const auto node = [](const std::string& text) {
    return error(changed("{1, 0, 0.1f, -1, -2}", text));
  };
  CHECK(node("{1, 0, 0.1f, -1, -2}") == "no error");
  CHECK(node("{3, 0, 0.1f, -1, -2}") == "m.c: feature 3 is not one of 3");
  CHECK(node("{-1, 0, 0.1f, -1, -2}") == "m.c: feature -1 is not one of 3");
  CHECK(node("{1, 0, 0.1f, 0, -2}") == "m.c: child 0 is no value and no later node");
  CHECK(node("{1, 0, 0.1f, -1, 1}") == "m.c: child 1 is no value and no later node");
  CHECK(node("{1, 0, 0.1f, -4, -1}") == "m.c: child -4 is no value and no later node");
  CHECK(error(changed("    -3,", "    -4,")) == "m.c: child -4 is no value and no later node");
  CHECK(error(changed("    -3,\n", "")) == "m.c: has 1 roots of 2 trees");
}

TEST_CASE("c: other C is an error") {
  CHECK(error("") == "m.c: has no \"*/\"");
  CHECK(error("/**/ int main() {}").starts_with("m.c: has no \" {\\x0a  /* A value goes left"));
  CHECK(error(changed("0.1f", "0.1")).ends_with("expected \"f, \""));
  CHECK(error(changed("0.5", "x")).ends_with("expected a number"));
  CHECK(error(changed("value <=", "value <")) != "no error");
  CHECK(error(kFile + "x") == "m.c: found \"x\" behind the end");
}

TEST_CASE("c: hostile files never crash") {
  check_hostile_files(c(), random_ensemble({.trees = 3, .leaves = 4}), 3000);
}

}  // namespace gbrank::test
