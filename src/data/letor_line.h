#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "data/plain_feature.h"

namespace gbrank {

/// A line that is not LETOR: what was found and what was expected. The reader adds file and line.
struct LineError {
  std::string message;
};

struct LetorLine {
  bool blank = true;  // nothing but white space and a comment
  float label = 0;
  std::string_view query;
  std::string_view comment;  // after '#'
};

namespace letor {

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// A cursor over one line.
struct Fields {
  const char* at;
  const char* end;

  void skip_space() {
    while (at != end && is_space(*at)) ++at;
  }
  bool done() const { return at == end || *at == '#'; }
  std::string_view next() {
    const char* begin = at;
    while (at != end && !is_space(*at) && *at != '#') ++at;
    return {begin, static_cast<std::size_t>(at - begin)};
  }
};

/// The label and the query, which every line begins with. Throws LineError.
void parse_head(Fields& fields, LetorLine& line);
/// "index:value"; a missing value is NaN. Throws LineError.
void parse_feature(std::string_view field, std::uint32_t& index, float& value);
/// Throws LineError when an index stands twice in these fields.
void check_duplicates(Fields fields);

}  // namespace letor

/// Parses one line without its newline. For a line that is not blank, calls sink.row(line) when
/// label and query are known and sink.feature(index, value) for each feature as it comes: index
/// from 1, missing = NaN. Throws LineError. A line that a newline follows is parsed faster when it
/// is known how far the memory behind it can be read.
template <typename Sink>
LetorLine parse_letor_line(std::string_view text, Sink&& sink, const char* readable_end = nullptr) {
  letor::Fields fields{text.data(), text.data() + text.size()};
  if (readable_end == nullptr) readable_end = fields.end;
  LetorLine line;
  fields.skip_space();
  if (!fields.done()) {
    line.blank = false;
    letor::parse_head(fields, line);
    sink.row(line);
    const letor::Fields features = fields;
    std::uint32_t previous = 0;
    bool ascending = true;
    const auto take = [&](std::uint32_t index, float value) {
      ascending &= index > previous;
      previous = index;
      sink.feature(index, value);
    };
    for (fields.skip_space(); !fields.done(); fields.skip_space()) {
      std::uint32_t index = 0;
      float value = 0;
      const char* at = fields.at;
      while (readable_end - at >= letor::kPlainBytes) {
        const char* const next = letor::parse_plain_feature(at, index, value);
        if (next == nullptr) break;
        take(index, value);
        at = next;
      }
      if (at == fields.at) {
        letor::parse_feature(fields.next(), index, value);
        take(index, value);
      } else {
        fields.at = at;
      }
    }
    // Ascending indices, the usual case, cannot repeat.
    if (!ascending) letor::check_duplicates(features);
  }
  if (fields.at != fields.end) {
    line.comment = {fields.at + 1, static_cast<std::size_t>(fields.end - fields.at - 1)};
  }
  return line;
}

/// The document id that a comment gives: the word after "docid =", otherwise its first word.
std::string_view document_id(std::string_view comment);

/// Text from a file, fit for a message: in quotes, shortened, nothing unprintable.
std::string quoted(std::string_view text);

}  // namespace gbrank
