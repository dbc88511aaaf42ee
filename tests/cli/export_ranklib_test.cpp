#include <cstdlib>

#include "gbrank/model_io.h"

#include "cli/program.h"
#include "exchange/export_checks.h"

namespace gbrank::test {
namespace {

/// RankLib's scores of LETOR text, in row order.
std::vector<double> ranklib_scores(const std::string& jar, const TemporaryFolder& folder,
                                   const std::string& model, const std::string& text) {
  const std::string data = folder.write("rank.txt", text);
  const std::string scores = folder.path("rank.scores");
  const Run run =
      run_command({"java", "-jar", jar, "-load", model, "-rank", data, "-score", scores});
  INFO(run.out);
  INFO(run.err);
  REQUIRE(run.status == 0);
  std::vector<double> result;
  for (const Words& line : table(read_file(scores))) result.push_back(std::stod(line.at(2)));
  return result;
}

}  // namespace

TEST_CASE("RankLib itself scores the export as our reader of it does") {
  const char* const jar = std::getenv("GBRANK_RANKLIB_JAR");
  if (jar == nullptr || !on_path("java")) {
    MESSAGE("skipped: GBRANK_RANKLIB_JAR is not set to RankLib's jar, or there is no java");
    return;
  }
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Ensemble ensemble =
        random_ensemble({.trees = 50, .leaves = 30, .missing_is_zero = true, .seed = seed});
    const std::string model = folder.path("model.json");
    const std::string exported = folder.path("model.txt");
    save_model(ensemble, model);
    const auto rows = awkward_rows(ensemble, 500, seed);
    const std::string text = letor_text(rows);
    succeed({"export", "--model", model, "--format", "ranklib", "--shift-positive", "--output",
             exported, "--verify", folder.write("data.txt", text)});
    const auto consumer =
        format_named("ranklib").read(read_file(exported), exported, ensemble.feature_names);
    const std::vector<double> scores = ranklib_scores(jar, folder, exported, text);
    REQUIRE(scores.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(scores[i] == consumer->score(rows[i]));
  }
}

}  // namespace gbrank::test
