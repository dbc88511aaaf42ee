#include "options.h"

#include <charconv>

#include <fmt/format.h>

namespace gbrank::sample {
namespace {

constexpr std::uint64_t kMostQueries = 1000000;

std::uint64_t parse_number(std::string_view option, std::string_view value) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw UsageError(
        fmt::format("{}: '{}' is not a whole number from 0 to 2^64 - 1", option, value));
  }
  return number;
}

}  // namespace

const std::string_view kHelp =
    R"(usage: gbrank-sample DIR [--seed N] [--queries N]

Writes DIR/S1.txt to DIR/S5.txt: a synthetic ranking data set in LETOR text, the queries split into
five parts. The same options give the same files.

  --seed N     which data set to make (default 1, the one bundled as datasets/sample)
  --queries N  queries in all five parts together, 5 to 1000000 (default 100)
  --help       this text
)";

Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-h") {
      options.help = true;
      return options;
    }
    if (!word.starts_with('-')) {
      if (!options.directory.empty()) {
        throw UsageError(
            fmt::format("one DIR is expected, found '{}' and '{}'", options.directory, word));
      }
      options.directory = word;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    if (name != "--seed" && name != "--queries") {
      throw UsageError(fmt::format("unknown option '{}'", name));
    }
    if (equals == std::string_view::npos && i + 1 == argc) {
      throw UsageError(fmt::format("{} needs a number", name));
    }
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view(argv[++i]) : word.substr(equals + 1);
    (name == "--seed" ? options.seed : options.queries) = parse_number(name, value);
  }
  if (options.directory.empty()) throw UsageError("DIR is missing");
  if (options.queries < kParts || options.queries > kMostQueries) {
    throw UsageError(fmt::format("--queries: {} is not between {} and {}", options.queries, kParts,
                                 kMostQueries));
  }
  return options;
}

}  // namespace gbrank::sample
