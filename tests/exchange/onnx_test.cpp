#include "exchange/onnx.h"

#include <cmath>

#include <doctest/doctest.h>

#include "exchange/damage.h"
#include "exchange/odd_case.h"
#include "exchange/onnx_fields.h"
#include "exchange/protobuf.h"
#include "exchange/scores.h"
#include "support/error_of.h"
#include "support/small_ensemble.h"

// That ONNX Runtime takes these files and computes so is tested by tests/package/onnx_runtime.sh.

namespace gbrank::test {
namespace {

std::string written(const Ensemble& ensemble, double shift = 0) {
  const Exported exported = format_named("onnx").write(ensemble, {shift});
  CHECK(exported.losses.empty());
  return exported.text;
}

std::vector<double> read_scores(const std::string& text, const JudgedRows& data) {
  return scores_of(*format_named("onnx").read(text, "m.onnx", {}), data);
}

}  // namespace

TEST_CASE("an export to ONNX scores as the model, in float32") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [ensemble, data] = odd_case(seed);
    const std::vector<double> ours = read_scores(written(ensemble), data);
    for (std::size_t i = 0; i < data.rows(); ++i) {
      CHECK(ours[i] == float_score(ensemble, {data.row(i).begin(), data.row(i).end()}));
    }
    CHECK(largest_difference(ours, scores_of(ensemble, data)) < float32_error(ensemble));
  }
}

TEST_CASE("ensembles without trees and without splits are models too") {
  Ensemble ensemble;
  ensemble.base_score = 0.75;
  ensemble.feature_names = default_feature_names(2);
  const JudgedRows data{2, {1, 2, 3, 4}};
  CHECK(read_scores(written(ensemble), data) == std::vector<double>{0.75, 0.75});
  ensemble.trees.push_back(small_ensemble().trees[1]);
  CHECK(read_scores(written(ensemble), data) == std::vector<double>{1.25, 1.25});
  CHECK(read_scores(written(ensemble, 2), data) == std::vector<double>{3.25, 3.25});
}

TEST_CASE("an export to ONNX says what it is and names the features") {
  const std::string text = written(small_ensemble());
  std::string producer;
  std::vector<std::string> metadata;
  ProtobufReader reader(text);
  while (const auto field = reader.next()) {
    if (field->number == onnx::model::kProducer) producer = field->bytes;
    if (field->number == onnx::model::kIrVersion) CHECK(field->value == 3);
    if (field->number != onnx::model::kMetadata) continue;
    ProtobufReader entry(field->bytes);
    while (const auto part = entry.next()) metadata.emplace_back(part->bytes);
  }
  CHECK(producer == "gbrank");
  CHECK(metadata == std::vector<std::string>{"feature_names", R"(["a","b \"quoted\" \\","c"])",
                                             "absent_features", "0"});
}

TEST_CASE("what float32 cannot hold is a loss") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].value[1] = -1e300;
  const Exported exported = format_named("onnx").write(ensemble, {});
  REQUIRE(exported.losses.size() == 1);
  CHECK(exported.losses[0].find("too large for float32") != std::string::npos);
  const JudgedRows data{3, {0, 1, -4e20F}};
  CHECK(read_scores(exported.text, data)[0] == -std::numeric_limits<float>::max());
}

TEST_CASE("a damaged export is an error or another model, and never worse") {
  const std::string text = written(little_ensemble());
  const float row[2] = {1, 0};
  const auto read = [&](const std::string& damaged) {
    format_named("onnx").read(damaged, "m.onnx", {})->score(row);
  };
  CHECK(damage(text, 20000, read) > text.size() / 2);
  CHECK(error_of([&] { read(""); }) == "m.onnx: is not an ONNX model of trees: found no graph");
}

}  // namespace gbrank::test
