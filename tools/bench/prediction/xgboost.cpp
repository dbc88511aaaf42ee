// XGBoost's C API. The few functions are declared here, as its documentation has them: pointers
// stand for its handles, and what returns an int says 0 for done.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "base/file.h"
#include "contender.h"
#include "shared_library.h"

namespace gbrank::bench {
namespace {

using Length = std::uint64_t;  // bst_ulong

struct Api {
  explicit Api(const SharedLibrary& library) : library(library) {}

  void check(int status) const {
    if (status != 0) throw Error(fmt::format("XGBoost: {}", last_error()));
  }

  SharedLibrary library;
  void (*version)(int* major, int* minor, int* patch) = library.function("XGBoostVersion");
  const char* (*last_error)() = library.function("XGBGetLastError");
  int (*create_booster)(void* const* matrices, Length count,
                        void** booster) = library.function("XGBoosterCreate");
  int (*free_booster)(void* booster) = library.function("XGBoosterFree");
  int (*set_parameter)(void* booster, const char* name,
                       const char* value) = library.function("XGBoosterSetParam");
  int (*load_model)(void* booster, const char* path) = library.function("XGBoosterLoadModel");
  int (*create_proxy)(void** matrix) = library.function("XGProxyDMatrixCreate");
  int (*create_matrix)(const char* values, const char* config,
                       void** matrix) = library.function("XGDMatrixCreateFromDense");
  int (*free_matrix)(void* matrix) = library.function("XGDMatrixFree");
  int (*predict_in_place)(void* booster, const char* values, const char* config, void* proxy,
                          const Length** shape, Length* dimensions,
                          const float** scores) = library.function("XGBoosterPredictFromDense");
  int (*predict_matrix)(void* booster, void* matrix, const char* config, const Length** shape,
                        Length* dimensions,
                        const float** scores) = library.function("XGBoosterPredictFromDMatrix");
};

/// A model that is loaded, and what both ways of asking it have in common.
class Booster {
 public:
  Booster(const Api& api, const Task& task, const std::string& model)
      : api_(api),
        documents_(task.documents),
        matrix_config_(fmt::format(R"({{"missing":NaN,"nthread":{}}})", task.threads)) {
    api_.check(api_.create_booster(nullptr, 0, &booster_));
    api_.check(api_.set_parameter(booster_, "nthread", fmt::to_string(task.threads).c_str()));
    api_.check(api_.load_model(booster_, model.c_str()));
    // Once more: settings may have come with the model.
    api_.check(api_.set_parameter(booster_, "nthread", fmt::to_string(task.threads).c_str()));
    api_.check(api_.create_proxy(&proxy_));
  }
  ~Booster() {
    api_.free_matrix(proxy_);
    api_.free_booster(booster_);
  }
  Booster(const Booster&) = delete;
  Booster& operator=(const Booster&) = delete;

  void score_in_place(std::size_t first, std::span<double> scores) {
    Answer answer;
    api_.check(api_.predict_in_place(booster_, array_interface(first, scores.size()), kConfig,
                                     proxy_, &answer.shape, &answer.dimensions, &answer.result));
    take(answer, scores);
  }

  void score_matrix(std::size_t first, std::span<double> scores) {
    Answer answer;
    void* matrix = nullptr;
    api_.check(
        api_.create_matrix(array_interface(first, scores.size()), matrix_config_.c_str(), &matrix));
    api_.check(api_.predict_matrix(booster_, matrix, kConfig, &answer.shape, &answer.dimensions,
                                   &answer.result));
    take(answer, scores);
    api_.check(api_.free_matrix(matrix));
  }

 private:
  /// Type 1: scores as the trees add up, without the objective's transformation. XGBoost 1.7 asks
  /// for a cache_id, of which it makes nothing.
  static constexpr const char* kConfig =
      R"({"type":1,"training":false,"iteration_begin":0,"iteration_end":0,)"
      R"("strict_shape":false,"missing":NaN,"cache_id":0})";

  struct Answer {
    const Length* shape = nullptr;
    Length dimensions = 0;
    const float* result = nullptr;
  };

  /// Where the rows stand, in the words of NumPy's array interface.
  const char* array_interface(std::size_t first, std::size_t count) {
    text_.clear();
    fmt::format_to(std::back_inserter(text_),
                   R"({{"data":[{},true],"shape":[{},{}],"typestr":"<f4","version":3}})",
                   reinterpret_cast<std::uintptr_t>(documents_.row(first).data()), count,
                   documents_.features);
    return text_.c_str();
  }

  static void take(const Answer& answer, std::span<double> scores) {
    if (answer.dimensions == 0 || answer.shape[0] != scores.size()) {
      throw Error("XGBoost: another number of scores than of documents");
    }
    std::copy_n(answer.result, scores.size(), scores.begin());
  }

  const Api api_;
  const Documents& documents_;
  const std::string matrix_config_;
  std::string text_;
  void* booster_ = nullptr;
  void* proxy_ = nullptr;
};

}  // namespace

std::vector<Contender> xgboost_contenders(const Task& task) {
  const SharedLibrary library = peer_library("XGBOOST_LIBRARY", "libxgboost.so.0");
  const Api api(library);
  const std::string model = task.folder + "/xgboost.json";
  write_file(model, exported(task, "xgboost"));
  const auto booster = std::make_shared<Booster>(api, task, model);
  int major = 0, minor = 0, patch = 0;
  api.version(&major, &minor, &patch);
  const std::string who = fmt::format("XGBoost {}.{}.{}", major, minor, patch);
  return {{"xgboost", who + ", XGBoosterPredictFromDense: in place, on a proxy DMatrix", 0x1p-24,
           [=](std::size_t first, std::span<double> scores) {
             booster->score_in_place(first, scores);
           }},
          {"xgboost-row", who + ", the same, row after row", 0x1p-24,
           [=](std::size_t first, std::span<double> scores) {
             for (std::size_t i = 0; i < scores.size(); ++i) {
               booster->score_in_place(first + i, scores.subspan(i, 1));
             }
           }},
          {"xgboost-dmatrix", who + ", XGDMatrixCreateFromDense and XGBoosterPredictFromDMatrix",
           0x1p-24, [=](std::size_t first, std::span<double> scores) {
             booster->score_matrix(first, scores);
           }}};
}

}  // namespace gbrank::bench
