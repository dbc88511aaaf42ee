#pragma once

#include <cstddef>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/predictor.h"

#include "data/letor_reader.h"
#include "data/text_source.h"

namespace gbrank::cli {

/// Scores the rows of LETOR text, block after block.
class TextScorer {
 public:
  TextScorer(const Ensemble& ensemble, int threads);

  /// Appends one score a row, in row order. Throws Error with file and line.
  void score(const NamedText& source, std::vector<double>& scores);

  /// The largest feature index so far.
  std::size_t largest_index() const;

 private:
  struct Worker {
    std::vector<float> row;              // one value a feature of the model
    std::vector<std::uint32_t> touched;  // to zero the row again
    std::size_t largest_index = 0;
  };
  struct Sink;

  Predictor predictor_;
  int threads_;
  std::vector<Worker> workers_;
};

/// Says on standard error, once, that data has features which the model does not know.
void warn_of_unknown_features(const TextScorer& scorer, const Ensemble& ensemble,
                              const std::string& name);

/// A judged file that is to be measured: read once, for its labels and for a model to score.
class JudgedText {
 public:
  /// The convention says whether document ids are needed.
  JudgedText(const std::string& path, const Convention& convention, int threads);

  const std::string& name() const { return file_.name(); }
  const Judgements& judged() const { return judged_; }
  /// One score a row; warns of features that the model does not know.
  std::vector<double> score(const Ensemble& ensemble) const;

 private:
  TextFile file_;
  int threads_;
  Judgements judged_;
};

}  // namespace gbrank::cli
