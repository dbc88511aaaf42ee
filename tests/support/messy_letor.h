#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/random.h"

namespace gbrank::test {

/// A correct LETOR text with everything that the format allows: features in random order, some
/// sparse, some constant, some with missing values; spaces and tabs, CRLF, comments, blank lines,
/// numbers in several notations and perhaps no last newline.
class MessyLetor {
 public:
  explicit MessyLetor(std::uint64_t seed) : random_(random_key(seed)) {}

  /// Long comments make a large text of few rows.
  std::string text(std::size_t bytes, std::uint32_t features, std::size_t longest_comment = 100) {
    longest_comment_ = longest_comment;
    std::string text;
    std::uint64_t query = 0;
    while (text.size() < bytes) {
      const std::uint64_t rows = 1 + random_.below(one_in(20) ? 300 : 30);
      const std::string id = fmt::format("{}{}", one_in(2) ? "" : "topic-", ++query);
      for (std::uint64_t i = 0; i < rows; ++i) text += noise() + row(id, features) + newline();
    }
    if (one_in(2)) text.pop_back();
    return text;
  }

 private:
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }

  std::string space() {
    std::string space;
    do space += one_in(4) ? '\t' : ' ';
    while (one_in(6));
    return space;
  }
  std::string newline() { return one_in(3) ? "\r\n" : "\n"; }

  /// What is no row.
  std::string noise() {
    if (!one_in(10)) return "";
    const std::string words = one_in(2) ? "# 3 qid:no 1:row" : "";
    return (one_in(2) ? space() : "") + words + newline();
  }

  std::string number(double value) {
    switch (random_.below(5)) {
      case 0:
        return fmt::format("{:.3f}", value);
      case 1:
        return fmt::format("{:e}", value);
      case 2:
        return fmt::format("{:+.12f}", value);
      case 3:
        return fmt::format("{:.9G}", value);
      default:
        return fmt::format("{}", value);
    }
  }

  std::string value(std::uint32_t index) {
    if (index % 4 == 3 && one_in(9)) return one_in(2) ? "NULL" : "nan";
    switch (index % 6) {
      case 0:
        return "7";  // constant where it is written
      case 1:
        return fmt::format("{}", random_.below(5));
      case 2:
        return number(1000 * random_.uniform() - 500);
      case 3:
        return fmt::format("{}", static_cast<int>(random_.below(400)) - 100);
      default:
        return number(random_.uniform());
    }
  }

  std::string row(const std::string& query, std::uint32_t features) {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t index = 1; index <= features; ++index) {
      // From always there to rare.
      if (one_in(1 + index % 3) || one_in(8)) indices.push_back(index);
    }
    if (one_in(2)) {
      for (std::size_t i = indices.size(); i > 1; --i) {
        std::swap(indices[i - 1], indices[random_.below(i)]);
      }
    }
    std::string row =
        one_in(5) ? number(3 * random_.uniform()) : fmt::format("{}", random_.below(5));
    row += space() + "qid:" + query;
    for (const std::uint32_t index : indices)
      row += fmt::format("{}{}:{}", space(), index, value(index));
    if (one_in(4)) row += space();
    if (one_in(3)) row += "# docid = 4 5:6 " + std::string(random_.below(longest_comment_), 'x');
    return row;
  }

  Random random_;
  std::size_t longest_comment_ = 0;
};

}  // namespace gbrank::test
