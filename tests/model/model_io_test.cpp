#include "gbrank/model_io.h"

#include <bit>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gbrank/error.h"

#include "base/random.h"
#include "support/small_ensemble.h"
#include "support/temporary_folder.h"

using namespace gbrank;

namespace {

std::string error_of(std::string_view text) {
  try {
    model_from_text(text, "m.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("reading what was written gives the same ensemble, and the same bytes again") {
  const Ensemble ensemble = test::small_ensemble();
  const std::string text = model_to_text(ensemble);
  const Ensemble back = model_from_text(text, "m.json");
  CHECK(back == ensemble);
  CHECK(model_to_text(back) == text);
}

TEST_CASE("what an absent feature means survives, and is written only where it is not 0") {
  Ensemble ensemble = test::small_ensemble();
  CHECK(model_to_text(ensemble).find("absent") == std::string::npos);
  ensemble.absent_is_missing = true;
  CHECK(model_from_text(model_to_text(ensemble), "m.json") == ensemble);
}

TEST_CASE("every bit of every number survives") {
  Random random(1);
  Ensemble ensemble = test::small_ensemble();
  for (int trial = 0; trial < 3000; ++trial) {
    Tree& tree = ensemble.trees[0];
    float threshold = 0;
    double value = 0;
    do {
      threshold = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    } while (!std::isfinite(threshold));
    do {
      value = std::bit_cast<double>(random.next());
    } while (!std::isfinite(value));
    tree.threshold[0] = threshold;
    tree.value[0] = value;
    tree.gain[0] = std::abs(value);
    const Ensemble back = model_from_text(model_to_text(ensemble), "m.json");
    CHECK(std::bit_cast<std::uint32_t>(back.trees[0].threshold[0]) ==
          std::bit_cast<std::uint32_t>(threshold));
    CHECK(std::bit_cast<std::uint64_t>(back.trees[0].value[0]) ==
          std::bit_cast<std::uint64_t>(value));
  }
}

TEST_CASE("the extremes survive too: zeros of both signs, the smallest and the largest") {
  using Float = std::numeric_limits<float>;
  using Double = std::numeric_limits<double>;
  Ensemble ensemble = test::small_ensemble();
  for (const float t :
       {0.0F, -0.0F, Float::denorm_min(), Float::min(), Float::max(), -Float::max()}) {
    for (const double v : {0.0, -0.0, Double::denorm_min(), Double::max(), -Double::max()}) {
      ensemble.trees[0].threshold[0] = t;
      ensemble.trees[0].value[0] = v;
      const Ensemble back = model_from_text(model_to_text(ensemble), "m.json");
      CHECK(std::bit_cast<std::uint32_t>(back.trees[0].threshold[0]) ==
            std::bit_cast<std::uint32_t>(t));
      CHECK(std::bit_cast<std::uint64_t>(back.trees[0].value[0]) ==
            std::bit_cast<std::uint64_t>(v));
    }
  }
}

TEST_CASE("the file is JSON that any reader can use") {
  const auto json = nlohmann::json::parse(model_to_text(test::small_ensemble()));
  CHECK(json.at("format") == "gbrank-model");
  CHECK(json.at("version") == 1);
  CHECK(json.at("objective").at("name") == "lambdarank");
  CHECK(json.at("objective").at("options").at("lambdarank-k") == "5");
  CHECK(json.at("data").at("features") == 3);
  CHECK(json.at("trees").at(0).at("left") == nlohmann::json({-1, -2}));
}

TEST_CASE("a file cut anywhere is refused, and never crashes") {
  const std::string text = model_to_text(test::small_ensemble());
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string message = error_of(std::string_view(text).substr(0, size));
    CHECK(message.starts_with("m.json: is "));
  }
}

TEST_CASE("a file with any byte changed is refused") {
  const std::string text = model_to_text(test::small_ensemble());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string altered = text;
    altered[i] = static_cast<char>(altered[i] ^ 1);
    CHECK(error_of(altered) != "no error");
  }
  std::string altered = text;
  altered[text.find("1.5")] = '2';
  CHECK(error_of(altered) ==
        "m.json: is cut short or was altered: its checksum does not match its content");
}

TEST_CASE("a model of another version and what is no model are told apart") {
  std::string other = model_to_text(test::small_ensemble());
  other.replace(other.find("\"version\":1"), 11, "\"version\":2");
  CHECK(error_of(other).starts_with("m.json: is a model of format version 2; gbrank "));
  CHECK(error_of("1 qid:1 1:0.5\n").starts_with("m.json: is not a gbrank model"));
  CHECK(error_of("").starts_with("m.json: is not a gbrank model"));
}

TEST_CASE("a well-formed file whose trees are none is refused with the tree's number") {
  const auto broken = [](auto change) {
    Ensemble ensemble = test::small_ensemble();
    change(ensemble.trees[0]);
    return error_of(model_to_text(ensemble));
  };
  CHECK(broken([](Tree& t) { t.left[0] = 0; }).starts_with("m.json: tree 0 has a node 0"));
  CHECK(broken([](Tree& t) { t.right[0] = ~1; }).starts_with("m.json: tree 0 has a node"));
  CHECK(broken([](Tree& t) { t.right[1] = ~3; }).starts_with("m.json: tree 0 has a node 1"));
  CHECK(broken([](Tree& t) { t.feature[0] = 3; }) == "m.json: tree 0 splits on feature 4 of 3");
  CHECK(broken([](Tree& t) { t.value.push_back(1); }) ==
        "m.json: tree 0 has 4 leaf values and 3 document counts");
  CHECK(broken([](Tree& t) { t.gain.clear(); }) ==
        "m.json: tree 0 has node arrays of 2 and 0 entries");
}

TEST_CASE("a feature name that is not UTF-8 is an error when the model is written") {
  Ensemble ensemble = test::small_ensemble();
  ensemble.feature_names[0] = "caf\xe9";
  CHECK_THROWS_AS(model_to_text(ensemble), Error);
}

TEST_CASE("saving replaces a file, loading names a missing one") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("m.json", "old");
  save_model(test::small_ensemble(), path);
  CHECK(load_model(path) == test::small_ensemble());
  CHECK_THROWS_WITH_AS(
      load_model(folder.path("none")),
      (folder.path("none") + ": cannot be opened: No such file or directory").c_str(), Error);
}
