#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/judged_rows.h"
#include "support/shared_library.h"

namespace gbrank::test {

/// LightGBM itself, through the few functions of its C API that the tests need.
class LightgbmLibrary {
 public:
  LightgbmLibrary() : library_("GBRANK_LIGHTGBM", {"lib_lightgbm.so"}) {}

  bool found() const { return library_.found(); }
  const std::string& problem() const { return library_.problem(); }

  /// A model of so many rounds, as save_model writes it; parameters are "name=value name=value".
  std::string train(const JudgedRows& data, const std::string& parameters, int rounds) const {
    const std::string all = "verbosity=-1 num_threads=1 " + parameters;
    void* thing = nullptr;
    call<int(const void*, int, std::int32_t, std::int32_t, int, const char*, void*, void**)>(
        "LGBM_DatasetCreateFromMat", data.values.data(), kFloat32, whole(data.rows()),
        whole(data.columns), 1, all.c_str(), nullptr, &thing);
    const Handle dataset = owned(thing, "LGBM_DatasetFree");
    set_field(dataset.get(), "label", data.labels.data(), data.labels.size(), kFloat32);
    set_field(dataset.get(), "group", data.query_sizes.data(), data.query_sizes.size(), kInt32);
    return trained(dataset.get(), all, rounds);
  }

  /// The same from a text file, which it reads as it does by default.
  std::string train_file(const std::string& path, const std::string& parameters, int rounds) const {
    const std::string all = "verbosity=-1 num_threads=1 " + parameters;
    void* thing = nullptr;
    call<int(const char*, const char*, void*, void**)>("LGBM_DatasetCreateFromFile", path.c_str(),
                                                       all.c_str(), nullptr, &thing);
    const Handle dataset = owned(thing, "LGBM_DatasetFree");
    return trained(dataset.get(), all, rounds);
  }

  std::vector<double> predict(const std::string& model, const JudgedRows& data) const {
    return predicted(model, data, 0, 1);
  }

  /// What each feature adds to a row's score, then what all have in common; row after row.
  std::vector<double> contributions(const std::string& model, const JudgedRows& data) const {
    return predicted(model, data, 3, data.columns + 1);
  }

  /// Predictions for a text file, a line each, in another file.
  void predict_file(const std::string& model, const std::string& path,
                    const std::string& output) const {
    const Handle booster = loaded(model);
    call<int(void*, const char*, int, int, int, int, const char*, const char*)>(
        "LGBM_BoosterPredictForFile", booster.get(), path.c_str(), 0, 0, 0, -1,
        "verbosity=-1 num_threads=1", output.c_str());
  }

 private:
  static constexpr int kFloat32 = 0;
  static constexpr int kInt32 = 2;

  using Handle = std::unique_ptr<void, int (*)(void*)>;
  Handle owned(void* thing, const char* free) const {
    return {thing, library_.function<int(void*)>(free)};
  }

  static std::int32_t whole(std::size_t size) { return static_cast<std::int32_t>(size); }

  template <typename Function, typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    if (library_.function<Function>(name)(arguments...) == 0) return;
    throw std::runtime_error(std::string(name) + ": " +
                             library_.function<const char*()>("LGBM_GetLastError")());
  }

  void set_field(void* dataset, const char* name, const void* values, std::size_t size,
                 int type) const {
    call<int(void*, const char*, const void*, int, int)>("LGBM_DatasetSetField", dataset, name,
                                                         values, whole(size), type);
  }

  std::string trained(void* dataset, const std::string& parameters, int rounds) const {
    void* thing = nullptr;
    call<int(void*, const char*, void**)>("LGBM_BoosterCreate", dataset, parameters.c_str(),
                                          &thing);
    const Handle booster = owned(thing, "LGBM_BoosterFree");
    int finished = 0;
    for (int round = 0; round < rounds && finished == 0; ++round) {
      call<int(void*, int*)>("LGBM_BoosterUpdateOneIter", booster.get(), &finished);
    }
    using Save = int(void*, int, int, int, std::int64_t, std::int64_t*, char*);
    std::int64_t size = 0;
    call<Save>("LGBM_BoosterSaveModelToString", booster.get(), 0, -1, 0, std::int64_t{0}, &size,
               static_cast<char*>(nullptr));
    std::string text(static_cast<std::size_t>(size), '\0');
    call<Save>("LGBM_BoosterSaveModelToString", booster.get(), 0, -1, 0, size, &size, text.data());
    text.resize(static_cast<std::size_t>(size) - 1);  // it ends with a zero
    return text;
  }

  Handle loaded(const std::string& model) const {
    int rounds = 0;
    void* booster = nullptr;
    call<int(const char*, int*, void**)>("LGBM_BoosterLoadModelFromString", model.c_str(), &rounds,
                                         &booster);
    return owned(booster, "LGBM_BoosterFree");
  }

  /// So many numbers a row; type 0: scores, 3: contributions.
  std::vector<double> predicted(const std::string& model, const JudgedRows& data, int type,
                                std::size_t numbers) const {
    const Handle booster = loaded(model);
    std::vector<double> result(data.rows() * numbers);
    std::int64_t size = 0;
    call<int(void*, const void*, int, std::int32_t, std::int32_t, int, int, int, int, const char*,
             std::int64_t*, double*)>("LGBM_BoosterPredictForMat", booster.get(),
                                      data.values.data(), kFloat32, whole(data.rows()),
                                      whole(data.columns), 1, type, 0, -1, "num_threads=1", &size,
                                      result.data());
    if (static_cast<std::size_t>(size) != result.size()) throw std::runtime_error("lost scores");
    return result;
  }

  SharedLibrary library_;
};

/// The library, opened once.
inline const LightgbmLibrary& lightgbm_library() {
  static const LightgbmLibrary library;
  return library;
}

}  // namespace gbrank::test
