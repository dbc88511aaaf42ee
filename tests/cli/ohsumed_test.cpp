// OHSUMED of LETOR 3.0, where it is at hand: published numbers, and a model that is worth having.

#include <filesystem>

#include "gbrank/objectives.h"

#include "base/random.h"
#include "cli/program.h"

namespace gbrank::test {
namespace {

const Parts kParts{GBRANK_OHSUMED};

bool skipped() {
  if (std::filesystem::exists(kParts.path(1))) return false;
  MESSAGE("skipped: no OHSUMED in '" GBRANK_OHSUMED "'");
  return true;
}

std::vector<double> feature_as_score(const std::vector<LetorRow>& rows, int index, double sign) {
  std::vector<double> scores;
  for (const LetorRow& row : rows) scores.push_back(sign * static_cast<double>(row.value(index)));
  return scores;
}

/// What the best of the features reaches alone, in either direction.
double best_feature(const std::vector<LetorRow>& rows) {
  double best = 0;
  for (int index = 1; index <= 45; ++index) {
    for (const double sign : {1.0, -1.0}) {
      best = std::max(best, plain_ndcg10(rows, feature_as_score(rows, index, sign)));
    }
  }
  return best;
}

double random_ranking(const std::vector<LetorRow>& rows) {
  constexpr int kRankings = 20;
  double sum = 0;
  for (int ranking = 0; ranking < kRankings; ++ranking) {
    Random random(random_key(7, ranking));
    std::vector<double> scores(rows.size());
    for (double& score : scores) score = random.uniform();
    sum += plain_ndcg10(rows, scores);
  }
  return sum / kRankings;
}

}  // namespace

TEST_CASE("feature 12 of OHSUMED alone has the published NDCG@10 and MAP, fold by fold") {
  if (skipped()) return;
  const TemporaryFolder folder;
  const double ndcg[] = {.3656, .4454, .4312, .4734, .5146};
  const double map[] = {.3436, .4377, .4598, .5080, .4599};
  for (int fold = 1; fold <= 5; ++fold) {
    CAPTURE(fold);
    const std::string test = kParts.path(fold + 4);
    std::string scores;
    for (const LetorRow& row : letor_rows(gunzip(test))) {
      scores += fmt::format("{}\n", row.value(12));
    }
    const auto lines =
        table(succeed({"evaluate", "--data", test, "--scores", folder.write("scores.txt", scores),
                       "--convention", "letor3", "--metric", "ndcg@10", "--metric", "map"})
                  .out);
    CHECK(fmt::format("{:.4f}", std::stod(lines[0][1])) == fmt::format("{:.4f}", ndcg[fold - 1]));
    CHECK(fmt::format("{:.4f}", std::stod(lines[1][1])) == fmt::format("{:.4f}", map[fold - 1]));
  }
}

TEST_CASE("a default fit on OHSUMED beats every feature on its data and chance on other data") {
  if (skipped()) return;
  const TemporaryFolder folder;
  const std::string train = folder.write("train.txt.gz", kParts.packed_train(1));
  const std::string test = kParts.path(5);
  const double feature = best_feature(letor_rows(gunzip(train)));
  const double chance = random_ranking(letor_rows(gunzip(test)));
  CHECK(feature > 0.3);
  CHECK(chance > 0.1);
  for (const std::string objective : {"lambdarank", "regression"}) {
    CAPTURE(objective);
    const auto lines = table(succeed({"fit", "--train", train, "--objective", objective, "--model",
                                      folder.path("m.json"), "--quiet", "--metric", "ndcg@10",
                                      "--test", train, "--test", test})
                                 .out);
    REQUIRE(lines.size() == 2);
    CHECK(std::stod(lines[0][1]) > feature + 0.05);
    CHECK(std::stod(lines[1][1]) > chance + 0.05);
  }
}

TEST_CASE("with its defaults every objective learns OHSUMED from a cold start") {
  if (skipped()) return;
#if defined(__SANITIZE_ADDRESS__)
  MESSAGE("skipped: fifty fits take too long under a sanitizer");
#else
  const TemporaryFolder folder;
  for (const ObjectiveInfo& objective : objectives()) {
    double sum = 0;
    for (int fold = 1; fold <= 5; ++fold) {
      const std::string train = folder.write("train.txt.gz", kParts.packed_train(fold));
      const auto lines =
          table(succeed({"fit", "--train", train, "--objective", objective.name, "--model",
                         folder.path("m.json"), "--quiet", "--convention", "letor3", "--metric",
                         "ndcg@5", "--test", kParts.path(fold + 4)})
                    .out);
      sum += std::stod(lines.at(0).at(1));
    }
    CAPTURE(objective.name);
    MESSAGE(objective.name << ": test NDCG@5 " << sum / 5);
    // Floors, not aims: what is known to be reached with settings chosen on validation data.
    CHECK(sum / 5 > (objective.name == "reg-shf-sdcg" ? 0.45
                     : objective.name == "spsa-ndcg"  ? 0.35
                                                      : 0.42));
  }
#endif
}

}  // namespace gbrank::test
