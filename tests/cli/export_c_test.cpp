#include <bit>
#include <cmath>
#include <cstdlib>

#include "gbrank/model_io.h"
#include "gbrank/predictor.h"

#include "cli/program.h"
#include "support/random_ensemble.h"

namespace gbrank::test {
namespace {

/// Reads rows of this many float32 from standard input and prints the bits of their scores.
const std::string kMain = R"(
#include <stdio.h>
#include <string.h>
double gbrank_score(const float *features);
int main(void) {
  float row[FEATURES];
  while (fread(row, sizeof row, 1, stdin) == 1) {
    const double score = gbrank_score(row);
    unsigned long long bits = 0;
    memcpy(&bits, &score, sizeof bits);
    printf("%llu\n", bits);
  }
  return 0;
}
)";

/// The ways to compile that are there: every compiler as C, and as C++ for what is not main.
std::vector<Words> compilers() {
  std::vector<Words> found;
  const Words warnings = {"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"};
  for (const std::string program : {"cc", "gcc", "clang"}) {
    if (!on_path(program)) continue;
    found.push_back(Words{program, "-std=c99"} + warnings);
    found.push_back(Words{program, "-x", "c++", "-std=c++11"} + warnings);
  }
  return found;
}

std::string bytes_of(const std::vector<std::vector<float>>& rows) {
  std::string bytes;
  for (const std::vector<float>& row : rows) {
    bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return bytes;
}

void compile(const Words& words) {
  const Run run = run_command(words);
  INFO(fmt::format("{}", fmt::join(words, " ")));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.err.empty());
}

/// Compiles the export of an ensemble in every way, runs it on rows, and compares each bit.
void check_compiled(const Ensemble& ensemble, const std::vector<std::vector<float>>& rows) {
  const TemporaryFolder folder;
  const std::string model = folder.path("model.json");
  save_model(ensemble, model);
  const std::string source = folder.path("model.c");
  succeed({"export", "--model", model, "--format", "c", "--output", source});
  std::string expected;
  for (const std::vector<float>& row : rows) {
    expected += fmt::format("{}\n", std::bit_cast<std::uint64_t>(Predictor(ensemble).score(row)));
  }
  const std::string main_object = folder.path("main.o");
  compile({"cc", "-std=c99", "-c", fmt::format("-DFEATURES={}", ensemble.features()), "-o",
           main_object, folder.write("main.c", kMain)});
  for (const Words& compiler : compilers()) {
    const std::string object = folder.path("model.o");
    const std::string program = folder.path("program");
    compile(compiler + Words{"-c", "-o", object, source});
    compile({"cc", "-o", program, main_object, object});
    const Run run = run_command({program}, bytes_of(rows));
    CHECK(run.status == 0);
    CHECK(run.out == expected);
  }
}

}  // namespace

TEST_CASE("the exported C compiles without a warning and gives the same bits as gbrank") {
  if (!on_path("cc")) {
    MESSAGE("skipped: cc is not on PATH");
    return;
  }
  Ensemble ensemble = random_ensemble({.features = 8, .trees = 100, .leaves = 40, .seed = 21});
  ensemble.base_score = -0.1;
  // The extremes of literals, and names that would break a comment.
  using Double = std::numeric_limits<double>;
  const std::vector<double> extremes = {0.0, -0.0, 1e22, Double::denorm_min(), -Double::min(), 7.0};
  std::ranges::copy(extremes, ensemble.trees[0].value.begin());
  REQUIRE(ensemble.trees[0].leaves() >= extremes.size());
  ensemble.feature_names[0] = "*/ int x; /* \?\?/\n//\\";
  ensemble.feature_names[1] = "\u202e\u2066 \u00e9 %d {} \"quoted\"";
  check_compiled(ensemble, awkward_rows(ensemble, 2000, 22));
}

TEST_CASE("the exported C of models without splits and without trees compiles, too") {
  if (!on_path("cc")) {
    MESSAGE("skipped: cc is not on PATH");
    return;
  }
  Ensemble ensemble = random_ensemble({.features = 2, .trees = 3, .leaves = 1});
  check_compiled(ensemble, {{1, 2}});
  ensemble.trees.clear();
  ensemble.base_score = 3;
  check_compiled(ensemble, {{1, 2}});
}

}  // namespace gbrank::test
