#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace gbrank::bench {

/// A command line that makes no sense; the message says why.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "60k", "1M" or plain digits, up to 100M; throws UsageError.
std::size_t parse_rows(const std::string& text);

/// What stands between commas.
std::vector<std::string> parse_list(const std::string& text);

/// Throws UsageError unless least <= value <= most.
void check_range(const char* name, int value, int least, int most);

/// Throws UsageError for a name of `--only` that is not among those that are known here.
void check_only(const std::vector<std::string>& only, const std::vector<std::string>& known);

/// Fills in what the options and the one positional one, if any, point to; throws UsageError. No
/// name is completed: what is misspelt should not be taken for another.
boost::program_options::variables_map parse_words(
    int argc, char** argv, const boost::program_options::options_description& options,
    const char* positional = nullptr);

/// An environment variable, unless it is empty or not there.
std::string from_environment(const char* variable, const std::string& otherwise);

/// gbrank-bench under TMPDIR: where benchmarks keep data and results unless told otherwise.
std::string default_work_folder();

}  // namespace gbrank::bench
