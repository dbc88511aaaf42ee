#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gbrank::sample {

inline constexpr std::uint64_t kParts = 5;

struct Options {
  std::string directory;
  std::uint64_t seed = 1;
  std::uint64_t queries = 100;
  bool help = false;
};

extern const std::string_view kHelp;

/// A command line that makes no sense; the message says why.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the command line; throws UsageError.
Options parse_options(int argc, char** argv);

}  // namespace gbrank::sample
