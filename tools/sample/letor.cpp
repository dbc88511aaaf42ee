#include "letor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "columns.h"
#include "story.h"

namespace gbrank::sample {
namespace {

/// Four decimals without trailing zeros. Rounded here and printed as integers: libraries disagree
/// about halves such as 0.03125.
void append_value(double value, std::string& text) {
  if (std::isnan(value)) {
    text += "NULL";
    return;
  }
  long ten_thousandths = std::lround(value * 10000.0);
  fmt::format_to(std::back_inserter(text), "{}", ten_thousandths / 10000);
  ten_thousandths %= 10000;
  if (ten_thousandths == 0) return;
  std::string decimals = fmt::format("{:04}", ten_thousandths);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  text += '.';
  text += decimals;
}

void normalise(std::vector<std::array<double, kFeatures>>& rows) {
  for (std::size_t column = 0; column < kFeatures; ++column) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const auto& row : rows) {
      if (std::isnan(row[column])) continue;
      least = std::min(least, row[column]);
      most = std::max(most, row[column]);
    }
    for (auto& row : rows) {
      if (std::isnan(row[column])) continue;
      row[column] = most > least ? (row[column] - least) / (most - least) : 0.0;
    }
  }
}

}  // namespace

void append_query(std::uint64_t seed, std::uint64_t number, bool unanswered, std::string& text) {
  const Query query = make_query(seed, number, unanswered);
  std::vector<Document> documents;
  std::set<std::uint64_t> ids;
  for (std::uint64_t index = 0; static_cast<int>(documents.size()) < query.documents; ++index) {
    Document document = make_document(seed, query, index);
    if (ids.insert(document.id).second) documents.push_back(std::move(document));
  }
  std::vector<std::array<double, kFeatures>> rows;
  for (const Document& document : documents) rows.push_back(features(query, document));
  normalise(rows);

  for (std::size_t i = 0; i < documents.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{} qid:{}", documents[i].grade, number);
    for (std::size_t column = 0; column < kFeatures; ++column) {
      fmt::format_to(std::back_inserter(text), " {}:", column + 1);
      append_value(rows[i][column], text);
    }
    fmt::format_to(std::back_inserter(text), " #docid = {}\n", documents[i].id);
  }
}

}  // namespace gbrank::sample
