#include "predict/judged_text.h"

#include "data/judgements.h"
#include "predict/text_scorer.h"

namespace gbrank {

JudgedText::JudgedText(const std::string& path, bool with_document_ids, int threads) : file_(path) {
  name_ = file_->name();
  judged_ = parse_judgements(source(), with_document_ids, threads);
}

JudgedText::JudgedText(std::string text, const std::string& name, bool with_document_ids,
                       int threads)
    : name_(name), text_(std::move(text)) {
  judged_ = parse_judgements(source(), with_document_ids, threads);
}

NamedText JudgedText::source() const {
  return file_ ? named_text(*file_) : NamedText{text_, name_};
}

std::vector<double> JudgedText::score(const Ensemble& ensemble, int threads) const {
  TextScorer scorer(ensemble, threads);
  std::vector<double> scores;
  scorer.score(source(), scores);
  return scores;
}

}  // namespace gbrank
