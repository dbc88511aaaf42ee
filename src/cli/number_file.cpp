#include "cli/number_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/counted.h"
#include "data/letor_line.h"
#include "data/text_source.h"

namespace gbrank::cli {
namespace {

template <typename Accepts>
std::vector<double> read_numbers(const TextFile& file, const char* expected, Accepts&& accepts) {
  const std::string_view text = file.text();
  std::vector<double> numbers;
  std::size_t line_number = 1;
  for (std::size_t at = 0; at < text.size(); ++line_number) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    letor::Fields fields{line.data(), line.data() + line.size()};
    fields.skip_space();
    if (fields.at == fields.end) continue;
    const std::string_view word = fields.next();
    fields.skip_space();
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || fields.at != fields.end ||
        !accepts(number)) {
      throw Error(fmt::format("{}:{}: found {}, expected {}", file.name(), line_number,
                              quoted(line), expected));
    }
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<double> read_scores(const std::string& path, std::size_t rows, bool finite) {
  const TextFile file(path);
  const auto accepts = [&](double score) {
    return finite ? std::isfinite(score) : !std::isnan(score);
  };
  std::vector<double> scores =
      read_numbers(file, finite ? "one finite score" : "one score", accepts);
  if (scores.size() == rows) return scores;
  throw Error(fmt::format("{}: found {}, the data has {}", file.name(),
                          counted(scores.size(), "score"), counted(rows, "row")));
}

std::vector<double> read_query_weights(const std::string& path, std::size_t queries) {
  const TextFile file(path);
  std::vector<double> weights =
      read_numbers(file, "one weight, a finite number of 0 or more",
                   [](double weight) { return weight >= 0 && std::isfinite(weight); });
  if (weights.size() != queries) {
    throw Error(fmt::format("{}: found {}, expected one a query, the data has {}", file.name(),
                            counted(weights.size(), "weight"),
                            counted(queries, "query", "queries")));
  }
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; })) {
    throw Error(fmt::format("{}: every weight is 0, expected a query that counts", file.name()));
  }
  return weights;
}

}  // namespace gbrank::cli
