// LightGBM's C API. The few functions are declared here, as its documentation has them: pointers
// stand for its handles, and what returns an int says 0 for done.

#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "base/file.h"
#include "contender.h"
#include "shared_library.h"

namespace gbrank::bench {
namespace {

constexpr int kFloat32 = 0;   // C_API_DTYPE_FLOAT32
constexpr int kRawScore = 1;  // C_API_PREDICT_RAW_SCORE
constexpr int kRowMajor = 1;
constexpr int kFirstTree = 0;
constexpr int kAllTrees = -1;

struct Api {
  explicit Api(const SharedLibrary& library) : library(library) {}

  void check(int status) const {
    if (status != 0) throw Error(fmt::format("LightGBM: {}", last_error()));
  }

  SharedLibrary library;
  const char* (*last_error)() = library.function("LGBM_GetLastError");
  int (*load_model)(const char* text, int* iterations,
                    void** booster) = library.function("LGBM_BoosterLoadModelFromString");
  int (*free_booster)(void* booster) = library.function("LGBM_BoosterFree");
  int (*predict)(void* booster, const void* values, int value_type, std::int32_t rows,
                 std::int32_t columns, int row_major, int what, int first_tree, int trees,
                 const char* parameters, std::int64_t* count,
                 double* scores) = library.function("LGBM_BoosterPredictForMat");
  int (*prepare_row)(void* booster, int what, int first_tree, int trees, int value_type,
                     std::int32_t columns, const char* parameters, void** prepared) =
      library.function("LGBM_BoosterPredictForMatSingleRowFastInit");
  int (*free_prepared)(void* prepared) = library.function("LGBM_FastConfigFree");
  int (*predict_row)(void* prepared, const void* values, std::int64_t* count,
                     double* score) = library.function("LGBM_BoosterPredictForMatSingleRowFast");
};

/// A model that is loaded, and prepared for single rows.
class Booster {
 public:
  Booster(const Api& api, const Task& task, const std::string& model)
      : api_(api),
        documents_(task.documents),
        parameters_(fmt::format("num_threads={} verbosity=-1", task.threads)) {
    int iterations = 0;
    api_.check(api_.load_model(model.c_str(), &iterations, &booster_));
    api_.check(api_.prepare_row(booster_, kRawScore, kFirstTree, kAllTrees, kFloat32, columns(),
                                parameters_.c_str(), &prepared_));
  }
  ~Booster() {
    api_.free_prepared(prepared_);
    api_.free_booster(booster_);
  }
  Booster(const Booster&) = delete;
  Booster& operator=(const Booster&) = delete;

  void score_batch(std::size_t first, std::span<double> scores) {
    std::int64_t count = 0;
    api_.check(api_.predict(booster_, documents_.row(first).data(), kFloat32,
                            static_cast<std::int32_t>(scores.size()), columns(), kRowMajor,
                            kRawScore, kFirstTree, kAllTrees, parameters_.c_str(), &count,
                            scores.data()));
  }

  void score_rows(std::size_t first, std::span<double> scores) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      api_.check(api_.predict_row(prepared_, documents_.row(first + i).data(), &count, &scores[i]));
    }
  }

 private:
  std::int32_t columns() const { return static_cast<std::int32_t>(documents_.features); }

  const Api api_;
  const Documents& documents_;
  const std::string parameters_;
  void* booster_ = nullptr;
  void* prepared_ = nullptr;
};

}  // namespace

std::vector<Contender> lightgbm_contenders(const Task& task) {
  const SharedLibrary library = peer_library("LIGHTGBM_LIBRARY", "lib_lightgbm.so");
  const std::string model = exported(task, "lightgbm");
  write_file(task.folder + "/lightgbm.txt", model);
  const auto booster = std::make_shared<Booster>(Api(library), task, model);
  return {
      {"lightgbm", "LightGBM, LGBM_BoosterPredictForMat", 0x1p-53,
       [=](std::size_t first, std::span<double> scores) { booster->score_batch(first, scores); }},
      {"lightgbm-row", "LightGBM, LGBM_BoosterPredictForMatSingleRowFast, row after row", 0x1p-53,
       [=](std::size_t first, std::span<double> scores) { booster->score_rows(first, scores); }}};
}

}  // namespace gbrank::bench
