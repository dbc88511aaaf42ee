#include <cmath>
#include <cstring>
#include <thread>

#include "gbrank/version.h"

#include "c_api/loaded_model.h"
#include "support/error_of.h"
#include "support/small_ensemble.h"
#include "support/temporary_folder.h"

namespace gbrank::test {
namespace {

/// Loads what cannot be loaded.
int failing_load(const std::string& path) {
  gbrank_model* model = reinterpret_cast<gbrank_model*>(&model);
  const int status = gbrank_model_load(path.c_str(), &model);
  CHECK(model == nullptr);
  return status;
}

int failing_load_buffer(const void* bytes, std::size_t size) {
  gbrank_model* model = reinterpret_cast<gbrank_model*>(&model);
  const int status = gbrank_model_load_buffer(bytes, size, &model);
  CHECK(model == nullptr);
  return status;
}

const std::string& last_error() {
  static thread_local std::string text;
  return text = gbrank_last_error();
}

}  // namespace

TEST_CASE("the C API tells its versions") {
  CHECK(gbrank_version() == std::string(version()));
  CHECK(gbrank_c_api_version() == GBRANK_C_API_VERSION);
}

TEST_CASE("a model is loaded through the C API from a file and from memory") {
  const TemporaryFolder folder;
  const Ensemble ensemble = small_ensemble();
  const std::string path = folder.path("model.json");
  save_model(ensemble, path);
  gbrank_model* model = nullptr;
  REQUIRE(gbrank_model_load(path.c_str(), &model) == GBRANK_OK);
  const Handle from_file(model);
  const Handle from_memory = load(ensemble);
  for (const gbrank_model* loaded : {from_file.get(), from_memory.get()}) {
    CHECK(gbrank_model_features(loaded) == 3);
    CHECK(gbrank_model_trees(loaded) == 2);
    CHECK(std::signbit(gbrank_model_absent_value(loaded)) == false);
    CHECK(gbrank_model_absent_value(loaded) == 0);
    const float row[] = {9, 0.1F, 0};
    double score = 0;
    CHECK(gbrank_predict_dense(loaded, row, 1, 3, 3, &score, 1) == GBRANK_OK);
    CHECK(score == 0.1 + 1.5 + 0.5);
  }
}

TEST_CASE("an absent feature is missing where the model says so") {
  Ensemble ensemble = small_ensemble();
  ensemble.absent_is_missing = true;
  CHECK(std::isnan(gbrank_model_absent_value(load(ensemble).get())));
}

TEST_CASE("features have names and are found by them") {
  Ensemble ensemble = small_ensemble();
  ensemble.feature_names = {"a", "b \"quoted\" \\", "a"};
  const Handle model = load(ensemble);
  for (std::size_t f = 0; f < 3; ++f) {
    CHECK(gbrank_model_feature_name(model.get(), f) == ensemble.feature_names[f]);
  }
  std::size_t feature = 9;
  CHECK(gbrank_model_feature_index(model.get(), "b \"quoted\" \\", &feature) == GBRANK_OK);
  CHECK(feature == 1);
  CHECK(gbrank_model_feature_index(model.get(), "a", &feature) == GBRANK_OK);
  CHECK(feature == 0);

  CHECK(gbrank_model_feature_index(model.get(), "A", &feature) == GBRANK_UNKNOWN_FEATURE);
  CHECK(last_error() == "the model has no feature of the name A");
  CHECK(feature == 0);
  for (const std::size_t beyond : {std::size_t{3}, SIZE_MAX}) {
    CHECK(gbrank_model_feature_name(model.get(), beyond) == nullptr);
    CHECK(last_error() == fmt::format("feature is {}, expected less than 3, the model's features "
                                      "(counted from 0)",
                                      beyond));
  }
}

TEST_CASE("what is no model is refused by the C API in the words of the library") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("no-such-file");
  CHECK(failing_load(missing) == GBRANK_BAD_MODEL);
  CHECK(last_error() == missing + ": cannot be opened: No such file or directory");
  CHECK(failing_load(folder.path("")) == GBRANK_BAD_MODEL);

  const std::string text = model_to_text(small_ensemble());
  for (const std::string& bad : {std::string(), std::string("x"), text.substr(0, text.size() - 1),
                                 text + "\n", std::string(100, '\0')}) {
    const std::string path = folder.write("bad.json", bad);
    CHECK(failing_load(path) == GBRANK_BAD_MODEL);
    CHECK(last_error() == error_of([&] { load_model(path); }));
    CHECK(failing_load_buffer(bad.data(), bad.size()) == GBRANK_BAD_MODEL);
    CHECK(last_error() == error_of([&] { model_from_text(bad, "model in memory"); }));
  }
}

TEST_CASE("a loaded model needs nothing of the bytes that it came from") {
  std::string text = model_to_text(small_ensemble());
  gbrank_model* model = nullptr;
  REQUIRE(gbrank_model_load_buffer(text.data(), text.size(), &model) == GBRANK_OK);
  const Handle handle(model);
  std::memset(text.data(), 'x', text.size());
  CHECK(gbrank_model_feature_name(model, 2) == std::string("c"));
}

TEST_CASE("functions of models say of null arguments what they are") {
  const Handle model = load(small_ensemble());
  std::size_t feature = 9;
  CHECK(gbrank_model_load("model.json", nullptr) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "model is null");
  CHECK(gbrank_model_load_buffer("x", 1, nullptr) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "model is null");
  gbrank_model* loaded = reinterpret_cast<gbrank_model*>(&loaded);
  CHECK(gbrank_model_load(nullptr, &loaded) == GBRANK_BAD_ARGUMENT);
  CHECK(loaded == nullptr);
  CHECK(last_error() == "path is null");
  CHECK(failing_load_buffer(nullptr, 1) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "bytes is null");
  CHECK(failing_load_buffer(nullptr, 0) == GBRANK_BAD_MODEL);
  CHECK(gbrank_model_feature_name(nullptr, 0) == nullptr);
  CHECK(last_error() == "model is null");
  CHECK(gbrank_model_feature_index(nullptr, "a", &feature) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "model is null");
  CHECK(gbrank_model_feature_index(model.get(), nullptr, &feature) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "name is null");
  CHECK(gbrank_model_feature_index(model.get(), "a", nullptr) == GBRANK_BAD_ARGUMENT);
  CHECK(last_error() == "feature is null");
  CHECK(feature == 9);
  CHECK(gbrank_model_features(nullptr) == 0);
  CHECK(gbrank_model_trees(nullptr) == 0);
  CHECK(gbrank_model_absent_value(nullptr) == 0);
  gbrank_model_free(nullptr);
}

TEST_CASE("each thread has its own last error, which calls that succeed leave") {
  REQUIRE(failing_load("no-such-file-here") == GBRANK_BAD_MODEL);
  const std::string here = gbrank_last_error();
  std::string before;
  std::string after;
  std::thread([&] {
    before = gbrank_last_error();
    gbrank_model* model = nullptr;
    gbrank_model_load("no-such-file-there", &model);
    after = gbrank_last_error();
  }).join();
  CHECK(before.empty());
  CHECK(after == "no-such-file-there: cannot be opened: No such file or directory");
  CHECK(gbrank_last_error() == here);
  CHECK(here == "no-such-file-here: cannot be opened: No such file or directory");
  load(small_ensemble());
  CHECK(gbrank_last_error() == here);
}

TEST_CASE("a long error is cut between characters") {
  const std::string reason = ": cannot be opened: File name too long";
  const auto error_of_path = [&](const std::string& path) {
    REQUIRE(failing_load(path) == GBRANK_BAD_MODEL);
    return std::string(gbrank_last_error());
  };
  const std::string fits(2000 - reason.size(), 'x');
  CHECK(error_of_path(fits) == fits + reason);
  CHECK(error_of_path(fits + "x") == fits + "x" + reason.substr(0, reason.size() - 1) + "...");
  // Three bytes a character: the 2,000th byte is the second of one.
  std::string path;
  while (path.size() < 3000) path += "\u20ac";
  CHECK(error_of_path(path) == path.substr(0, 1998) + "...");
}

}  // namespace gbrank::test
