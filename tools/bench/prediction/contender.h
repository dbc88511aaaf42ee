#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gbrank/ensemble.h"
#include "gbrank/error.h"

#include "documents.h"

namespace gbrank::bench {

/// What all contenders are given alike. It outlives them.
struct Task {
  const Ensemble& ensemble;
  const Documents& documents;
  int threads;
  std::string folder;    // for the files in which they take the model
  bool engines = false;  // whether gbrank's engines take part by themselves, too
};

/// A way to score documents, ready to begin: the model is loaded.
struct Contender {
  std::string name;
  std::string call;     // what is called, for people
  double rounding = 0;  // the most by which one operation errs, relative; 0: gbrank's own bits
  /// Scores documents `first`, `first` + 1, ..., one a score, in one call as far as there is one.
  std::function<void(std::size_t first, std::span<double> scores)> score;
};

/// Why a contender cannot take part, though nothing is wrong: it is not installed, or the model
/// cannot be written for it.
class NotHere : public Error {
 public:
  using Error::Error;
};

/// All that are here, in the order of the table. Those that are not are named on standard error.
std::vector<Contender> find_contenders(const Task& task);

/// The parts of that list; they throw NotHere.
std::vector<Contender> gbrank_contenders(const Task& task);
std::vector<Contender> engine_contenders(const Task& task);
std::vector<Contender> xgboost_contenders(const Task& task);
std::vector<Contender> lightgbm_contenders(const Task& task);
std::vector<Contender> compiled_contenders(const Task& task);

/// The model in another program's words, by the name of the format; throws NotHere where that is
/// unknown or would lose something.
std::string exported(const Task& task, std::string_view format);

}  // namespace gbrank::bench
