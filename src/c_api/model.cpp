#include "c_api/model.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "gbrank/model_io.h"
#include "gbrank/version.h"

#include "c_api/status.h"

using namespace gbrank;

const char* gbrank_version(void) { return version(); }

int gbrank_c_api_version(void) { return GBRANK_C_API_VERSION; }

int gbrank_model_load(const char* path, gbrank_model** model) {
  return status_of([&] {
    check_given(model, "model");
    *model = nullptr;
    check_given(path, "path");
    *model = new gbrank_model(load_model(path));
  });
}

int gbrank_model_load_buffer(const void* bytes, size_t size, gbrank_model** model) {
  return status_of([&] {
    check_given(model, "model");
    *model = nullptr;
    if (size > 0) check_given(bytes, "bytes");
    const std::string_view text(static_cast<const char*>(bytes), size);
    *model = new gbrank_model(model_from_text(text, "model in memory"));
  });
}

void gbrank_model_free(gbrank_model* model) { delete model; }

size_t gbrank_model_features(const gbrank_model* model) {
  return model == nullptr ? 0 : model->ensemble.features();
}

size_t gbrank_model_trees(const gbrank_model* model) {
  return model == nullptr ? 0 : model->ensemble.trees.size();
}

const char* gbrank_model_feature_name(const gbrank_model* model, size_t feature) {
  const char* name = nullptr;
  status_of([&] {
    check_given(model, "model");
    const std::vector<std::string>& names = model->ensemble.feature_names;
    if (feature >= names.size()) {
      throw bad_argument(
          fmt::format("feature is {}, expected less than {}, the model's features (counted from 0)",
                      feature, names.size()));
    }
    name = names[feature].c_str();
  });
  return name;
}

int gbrank_model_feature_index(const gbrank_model* model, const char* name, size_t* feature) {
  return status_of([&] {
    check_given(model, "model");
    check_given(name, "name");
    check_given(feature, "feature");
    const std::vector<std::string>& names = model->ensemble.feature_names;
    const auto found = std::ranges::find(names, std::string_view(name));
    if (found == names.end()) {
      throw CallError(GBRANK_UNKNOWN_FEATURE,
                      fmt::format("the model has no feature of the name {}", name));
    }
    *feature = static_cast<size_t>(found - names.begin());
  });
}

float gbrank_model_absent_value(const gbrank_model* model) {
  const bool missing = model != nullptr && model->ensemble.absent_is_missing;
  return missing ? std::numeric_limits<float>::quiet_NaN() : 0;
}
