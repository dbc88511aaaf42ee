#include "command_line.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gbrank::bench {

namespace po = boost::program_options;

std::size_t parse_rows(const std::string& text) {
  char* end = nullptr;
  const unsigned long long number = std::strtoull(text.c_str(), &end, 10);
  const std::string unit = end;
  const std::size_t times = unit == "k" ? 1000 : unit == "M" ? 1000000 : 1;
  if (end == text.c_str() || text.front() == '-' || (times == 1 && !unit.empty()) || number == 0 ||
      number > 100000000 / times) {
    throw UsageError(
        fmt::format("'{}' is no number of rows such as 60k, 1M or 5000, up to 100M", text));
  }
  return number * times;
}

std::vector<std::string> parse_list(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream parts(text);
  for (std::string word; std::getline(parts, word, ',');) words.push_back(word);
  return words;
}

void check_range(const char* name, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw UsageError(fmt::format("{} is {}, expected {} to {}", name, value, least, most));
}

void check_only(const std::vector<std::string>& only, const std::vector<std::string>& known) {
  for (const std::string& name : only) {
    if (std::ranges::find(known, name) == known.end()) {
      throw UsageError(
          fmt::format("--only: there is no '{}' here, only {}", name, fmt::join(known, ", ")));
    }
  }
}

po::variables_map parse_words(int argc, char** argv, const po::options_description& options,
                              const char* positional) {
  try {
    po::positional_options_description places;
    if (positional != nullptr) places.add(positional, 1);
    po::variables_map given;
    po::store(
        po::command_line_parser(argc, argv)
            .options(options)
            .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
            .positional(places)
            .run(),
        given);
    po::notify(given);
    return given;
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

std::string from_environment(const char* variable, const std::string& otherwise) {
  const char* value = std::getenv(variable);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

std::string default_work_folder() {
  return (std::filesystem::temp_directory_path() / "gbrank-bench").string();
}

}  // namespace gbrank::bench
