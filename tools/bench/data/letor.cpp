#include "letor.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "columns.h"

namespace gbrank::bench {
namespace {

void append_whole(std::int64_t value, std::string& text) {
  const fmt::format_int digits(value);
  text.append(digits.data(), digits.size());
}

/// Six decimals without trailing zeros, as in MSLR-WEB. Printed as integers, which is quick and the
/// same everywhere.
void append_value(double value, std::string& text) {
  constexpr std::int64_t kMillion = 1000000;
  std::int64_t millionths = std::llround(value * static_cast<double>(kMillion));
  if (millionths < 0) {
    text += '-';
    millionths = -millionths;
  }
  append_whole(millionths / kMillion, text);
  millionths %= kMillion;
  if (millionths == 0) return;
  char decimals[] = ".000000";
  std::size_t used = 0;
  for (std::size_t place = 6; place > 0; --place, millionths /= 10) {
    decimals[place] = static_cast<char>('0' + millionths % 10);
    if (used == 0 && decimals[place] != '0') used = place + 1;
  }
  text.append(decimals, used);
}

}  // namespace

QueryText query_text(std::uint64_t seed, const Query& query, std::size_t documents) {
  QueryText text;
  std::string values;
  for (std::size_t index = 0; index < documents; ++index) {
    const Document document = make_document(seed, query, index);
    values.clear();
    std::int64_t column = 0;
    for (const double value : columns(query, document)) {
      values += ' ';
      append_whole(++column, values);
      values += ':';
      append_value(value, values);
    }
    fmt::format_to(std::back_inserter(text.letor), "{} qid:{}{}\n", document.grade, query.number,
                   values);
    fmt::format_to(std::back_inserter(text.plain), "{}{}\n", document.grade, values);
  }
  return text;
}

}  // namespace gbrank::bench
