#pragma once

#include <string>
#include <vector>

#include "base/random.h"

namespace gbrank {

/// The values of an option that a search draws from, written as people do: "0.02..0.2 log" or
/// "0.3..1" for all between two numbers (whole numbers where both ends are), "newton, mean" for one
/// of some words.
class SearchRange {
 public:
  /// Throws Error that says what was found and what is expected.
  explicit SearchRange(const std::string& text);

  /// A value as text, with three digits where it is not whole: they are what a person would write.
  std::string draw(Random& random) const;

  /// The least and the greatest value as they were written, or all words: if an option takes these,
  /// it takes whatever is drawn.
  const std::vector<std::string>& extremes() const { return words_.empty() ? ends_ : words_; }

  const std::string& text() const { return text_; }
  /// Empty for numbers between two ends.
  const std::vector<std::string>& words() const { return words_; }
  bool is_log() const { return log_; }

 private:
  void read_ends(const std::string& text, std::size_t dots);

  std::string text_;
  std::vector<std::string> words_;
  std::vector<std::string> ends_;
  double low_ = 0;
  double high_ = 0;
  bool log_ = false;
  bool whole_ = false;
};

}  // namespace gbrank
