#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/judged_rows.h"
#include "support/shared_library.h"

namespace gbrank::test {

/// XGBoost itself, through the few functions of its C API that the tests need.
class XgboostLibrary {
 public:
  XgboostLibrary() : library_("GBRANK_XGBOOST", {"libxgboost.so.0", "libxgboost.so"}) {}

  bool found() const { return library_.found(); }
  const std::string& problem() const { return library_.problem(); }

  using Settings = std::vector<std::pair<std::string, std::string>>;

  /// A model of so many rounds, as save_model writes it: format "json" or "ubj".
  std::string train(const JudgedRows& data, const Settings& settings, int rounds,
                    const std::string& format = "json") const {
    const Handle matrix = matrix_of(data);
    call<Set<float>>("XGDMatrixSetFloatInfo", matrix.get(), "label", data.labels.data(),
                     data.labels.size());
    call<Set<unsigned>>("XGDMatrixSetUIntInfo", matrix.get(), "group", data.query_sizes.data(),
                        data.query_sizes.size());
    return trained(matrix.get(), settings, rounds, format);
  }
  /// The same from LETOR text, which it reads as it does by default.
  std::string train_file(const std::string& path, const Settings& settings, int rounds) const {
    return trained(matrix_of_file(path).get(), settings, rounds, "json");
  }

  /// A model that XGBoost has read and written again.
  std::string rewritten(const std::string& model, const std::string& format) const {
    return saved(loaded(model).get(), format);
  }

  /// What it predicts with a model.
  std::vector<float> predict(const std::string& model, const JudgedRows& data) const {
    const Handle booster = loaded(model);
    return predicted(booster.get(), matrix_of(data).get());
  }

  std::vector<float> predict_file(const std::string& model, const std::string& path) const {
    const Handle booster = loaded(model);
    return predicted(booster.get(), matrix_of_file(path).get());
  }

  /// What each feature adds to a row's score, then what all have in common; row after row.
  std::vector<float> contributions(const std::string& model, const JudgedRows& data) const {
    const Handle booster = loaded(model);
    return predicted(booster.get(), matrix_of(data).get(), 2);
  }

 private:
  template <typename T>
  using Set = int(void*, const char*, const T*, std::uint64_t);

  /// A thing of XGBoost's that is freed with this.
  using Handle = std::unique_ptr<void, int (*)(void*)>;
  Handle owned(void* thing, const char* free) const {
    return {thing, library_.function<int(void*)>(free)};
  }

  template <typename Function, typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    if (library_.function<Function>(name)(arguments...) == 0) return;
    throw std::runtime_error(std::string(name) + ": " +
                             library_.function<const char*()>("XGBGetLastError")());
  }

  Handle matrix_of(const JudgedRows& data) const {
    void* matrix = nullptr;
    call<int(const float*, std::uint64_t, std::uint64_t, float, void**)>(
        "XGDMatrixCreateFromMat", data.values.data(), data.rows(), data.columns, std::nanf(""),
        &matrix);
    return owned(matrix, "XGDMatrixFree");
  }

  Handle matrix_of_file(const std::string& path) const {
    const std::string uri = path + "?format=libsvm";
    void* matrix = nullptr;
    if (library_.has("XGDMatrixCreateFromURI")) {
      const std::string config = R"({"uri":")" + uri + R"(","silent":1})";
      call<int(const char*, void**)>("XGDMatrixCreateFromURI", config.c_str(), &matrix);
    } else {
      call<int(const char*, int, void**)>("XGDMatrixCreateFromFile", uri.c_str(), 1, &matrix);
    }
    return owned(matrix, "XGDMatrixFree");
  }

  Handle new_booster(void* matrix) const {
    void* const matrices[] = {matrix};
    void* booster = nullptr;
    call<int(void* const*, std::uint64_t, void**)>(
        "XGBoosterCreate", matrices, std::uint64_t{matrix == nullptr ? 0U : 1U}, &booster);
    call<int(void*, const char*, const char*)>("XGBoosterSetParam", booster, "verbosity", "0");
    return owned(booster, "XGBoosterFree");
  }

  std::string trained(void* matrix, const Settings& settings, int rounds,
                      const std::string& format) const {
    const Handle booster = new_booster(matrix);
    for (const auto& [name, value] : settings) {
      call<int(void*, const char*, const char*)>("XGBoosterSetParam", booster.get(), name.c_str(),
                                                 value.c_str());
    }
    for (int round = 0; round < rounds; ++round) {
      call<int(void*, int, void*)>("XGBoosterUpdateOneIter", booster.get(), round, matrix);
    }
    return saved(booster.get(), format);
  }

  Handle loaded(const std::string& model) const {
    Handle booster = new_booster(nullptr);
    call<int(void*, const void*, std::uint64_t)>("XGBoosterLoadModelFromBuffer", booster.get(),
                                                 model.data(), model.size());
    return booster;
  }

  std::string saved(void* booster, const std::string& format) const {
    std::uint64_t size = 0;
    const char* bytes = nullptr;
    call<int(void*, const char*, std::uint64_t*, const char**)>(
        "XGBoosterSaveModelToBuffer", booster, (R"({"format":")" + format + "\"}").c_str(), &size,
        &bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }

  /// Type 0: scores, 2: contributions.
  std::vector<float> predicted(void* booster, void* matrix, int type = 0) const {
    const std::uint64_t* shape = nullptr;
    std::uint64_t dimensions = 0;
    const float* result = nullptr;
    call<int(void*, void*, const char*, const std::uint64_t**, std::uint64_t*, const float**)>(
        "XGBoosterPredictFromDMatrix", booster, matrix,
        (R"({"type":)" + std::to_string(type) +
         R"(,"training":false,"iteration_begin":0,"iteration_end":0,"strict_shape":false})")
            .c_str(),
        &shape, &dimensions, &result);
    return {result, result + shape[0] * (dimensions > 1 ? shape[1] : 1)};
  }

  SharedLibrary library_;
};

/// The library, opened once.
inline const XgboostLibrary& xgboost_library() {
  static const XgboostLibrary library;
  return library;
}

}  // namespace gbrank::test
