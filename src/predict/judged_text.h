#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/ensemble.h"

#include "data/letor_reader.h"
#include "data/text_source.h"

namespace gbrank {

/// Judged queries that are to be measured: read once, for their labels and for models to score.
class JudgedText {
 public:
  /// A file. Document ids are kept where they are asked for, as Ties::kDocumentId does.
  JudgedText(const std::string& path, bool with_document_ids, int threads);
  /// Text in memory, with a name for messages.
  JudgedText(std::string text, const std::string& name, bool with_document_ids, int threads);

  const std::string& name() const { return name_; }
  const Judgements& judged() const { return judged_; }
  NamedText source() const;
  /// One score a row.
  std::vector<double> score(const Ensemble& ensemble, int threads) const;

 private:
  std::string name_;
  std::optional<TextFile> file_;
  std::string text_;  // where there is no file
  Judgements judged_;
};

}  // namespace gbrank
