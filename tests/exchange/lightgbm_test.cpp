#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include <doctest/doctest.h>

#include "gbrank/fit.h"

#include "base/random.h"
#include "exchange/damage.h"
#include "exchange/import.h"
#include "exchange/odd_case.h"
#include "exchange/scores.h"
#include "support/error_of.h"
#include "support/lightgbm_library.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

std::string written(const Ensemble& ensemble, double shift = 0) {
  return format_named("lightgbm").write(ensemble, {shift}).text;
}

std::vector<double> read_scores(const std::string& text, const JudgedRows& data) {
  return scores_of(*format_named("lightgbm").read(text, "m.txt", {}), data);
}

bool no_lightgbm() {
  if (lightgbm_library().found()) return false;
  MESSAGE("skipped, LightGBM is not here (GBRANK_LIGHTGBM=its library): "
          << lightgbm_library().problem());
  return true;
}

/// LightGBM takes values up to 1e-35 for 0.
JudgedRows without_tiny(JudgedRows data) {
  for (float& value : data.values) {
    if (std::abs(value) <= 1e-35F) value = 0;
  }
  return data;
}

}  // namespace

TEST_CASE("an export for LightGBM scores bit for bit as the model, odd as it may be") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [ensemble, with_tiny] = odd_case(seed);
    const JudgedRows data = without_tiny(with_tiny);
    CHECK(same_bits(scores_of(ensemble, data), read_scores(written(ensemble), data)));
    CHECK(!same_bits(scores_of(ensemble, with_tiny), read_scores(written(ensemble), with_tiny)));
  }
}

TEST_CASE("LightGBM loads what is written, and predicts bit for bit what our reader does") {
  if (no_lightgbm()) return;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [ensemble, with_tiny] = odd_case(seed);
    for (const JudgedRows& data : {with_tiny, without_tiny(with_tiny)}) {
      const std::string text = written(ensemble);
      CHECK(same_bits(lightgbm_library().predict(text, data), read_scores(text, data)));
    }
  }
}

TEST_CASE("LightGBM scores the sample bit for bit as gbrank does with a model of it") {
  const bool skip = no_lightgbm();
  FitOptions options;
  options.trees = 60;
  options.feature_names = read_feature_names(sample().feature_names);
  Ensemble ensemble = fit(parse_dataset(sample().train_text, "train"), {}, options);
  const JudgedRows data = judged_rows(sample().test_text, 45);
  for (const double base_score : {0.0, 0.1}) {
    ensemble.base_score = base_score;
    const std::vector<double> scores = scores_of(ensemble, data);
    CHECK(std::set<double>(scores.begin(), scores.end()).size() > 1000);
    const std::string text = written(ensemble);
    CHECK(same_bits(scores, read_scores(text, data)));
    if (skip) continue;
    CHECK(same_bits(scores, lightgbm_library().predict(text, data)));
  }
}

TEST_CASE("ensembles without trees and without splits are models too") {
  const bool skip = no_lightgbm();
  Ensemble ensemble;
  ensemble.feature_names = default_feature_names(2);
  const JudgedRows data{2, {1, 2, 3, 4}};
  const auto check_scores = [&](double shift, double expected) {
    const std::string text = written(ensemble, shift);
    CHECK(read_scores(text, data) == std::vector<double>(2, expected));
    if (skip) return;
    CHECK(lightgbm_library().predict(text, data) == std::vector<double>(2, expected));
  };
  check_scores(0, 0);
  check_scores(3, 3);
  ensemble.base_score = 0.75;
  check_scores(0, 0.75);
  ensemble.trees.push_back(small_ensemble().trees[1]);
  check_scores(0, 1.25);
  check_scores(100, 101.25);
}

TEST_CASE("doubles are on the side of LightGBM's threshold on which they are as float32") {
  using Float = std::numeric_limits<float>;
  const auto exported = [](float threshold) {
    Ensemble ensemble = small_ensemble();
    ensemble.base_score = 0;
    ensemble.trees[0].threshold[0] = threshold;
    const std::string text = written(ensemble);
    return std::stod(text.substr(text.find("\nthreshold=") + 11));
  };
  Random random(8);
  for (int trial = 0; trial < 2000; ++trial) {
    float threshold = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (!std::isfinite(threshold) || std::abs(threshold) < 1e-35F) threshold = -1;
    const double its = exported(threshold);
    CHECK(static_cast<float>(its) == threshold);
    CHECK(static_cast<float>(std::nextafter(its, HUGE_VAL)) > threshold);
  }
  CHECK(exported(0) == 0);
  CHECK(exported(Float::max()) == static_cast<double>(Float::max()));
}

TEST_CASE("an export has LightGBM's lines") {
  Ensemble ensemble = small_ensemble();
  ensemble.base_score = 0;
  ensemble.feature_names = {"a b", "b:\"c\"", "a_b"};
  const std::string first =
      "Tree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=1 2\nsplit_gain=2.5 0.125\n"
      "threshold=0.1000000052154064 -2.999999884200772e+20\ndecision_type=8 10\n"
      "left_child=-1 -2\nright_child=1 -3\nleaf_value=1.5 -0.25 1e-300\nleaf_count=10 20 30\n"
      "internal_count=60 50\nis_linear=0\nshrinkage=1\n\n\n";
  const std::string second =
      "Tree=1\nnum_leaves=1\nnum_cat=0\nsplit_feature=\nsplit_gain=\nthreshold=\ndecision_type=\n"
      "left_child=\nright_child=\nleaf_value=0.5\nleaf_count=60\ninternal_count=\nis_linear=0\n"
      "shrinkage=1\n\n\n";
  CHECK(written(ensemble) ==
        "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\n"
        "max_feature_idx=2\nobjective=lambdarank\nfeature_names=a_b b__c_ a_b_3\n"
        "feature_infos=none [0.1:0.1] [-3e+20:-3e+20]\ntree_sizes=" +
            std::to_string(first.size()) + " " + std::to_string(second.size()) + "\n\n" + first +
            second + "end of trees\n");
}

TEST_CASE("thresholds that part values which are all 0 to LightGBM are a loss") {
  const auto losses = [](float threshold) {
    Ensemble ensemble = small_ensemble();
    ensemble.trees[0].threshold[1] = threshold;
    return format_named("lightgbm").write(ensemble, {}).losses;
  };
  for (const float threshold : {0.0F, -0.0F, 1e-35F, -1e-35F, 1e-30F, 0.1F}) {
    CHECK(losses(threshold).empty());
  }
  for (const float threshold : {1e-36F, -1e-36F, 1e-45F}) CHECK(losses(threshold).size() == 1);
  CHECK(losses(1e-36F)[0] ==
        "1 of 2 splits part values that are within 1e-35 of 0; LightGBM takes these for 0 where it "
        "reads dense rows (first: tree 0, \"c\" <= 1e-36)");
}

TEST_CASE("an export comes back by import, bit for bit") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Ensemble ensemble = odd_case(seed).ensemble;
    ensemble.base_score = 0;
    const Imported imported = import_model(written(ensemble), "m.txt", {});
    CHECK(imported.first_feature == 0);
    CHECK(imported.ensemble.trees == ensemble.trees);
    CHECK(imported.ensemble.feature_names == ensemble.feature_names);
    CHECK(!imported.ensemble.absent_is_missing);
  }
}

TEST_CASE("a damaged export is an error or another model, and never worse") {
  const std::string text = written(little_ensemble());
  const float row[2] = {1, 0};
  const auto read = [&](const std::string& damaged) {
    format_named("lightgbm").read(damaged, "m.txt", {})->score(row);
  };
  CHECK(damage(text, 5000, read) > text.size());
  CHECK(error_of([&] { read(""); }) ==
        "m.txt: is not a LightGBM model (expected its first line to be 'tree')");
}

}  // namespace gbrank::test
