#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/random.h"
#include "letor.h"
#include "options.h"

namespace {

using gbrank::sample::kParts;
using gbrank::sample::Options;

void write_parts(const Options& options) {
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error) throw gbrank::system_error(options.directory, "cannot be created", error.value());
  // OHSUMED has a query without a relevant document too; metrics and objectives must stand it.
  const std::uint64_t unanswered =
      1 + gbrank::random_key(options.seed, options.queries) % options.queries;
  for (std::uint64_t part = 0; part < kParts; ++part) {
    gbrank::AtomicFile file(fmt::format("{}/S{}.txt", options.directory, part + 1));
    const std::uint64_t end = (part + 1) * options.queries / kParts;
    for (std::uint64_t number = part * options.queries / kParts + 1; number <= end; ++number) {
      std::string text;
      gbrank::sample::append_query(options.seed, number, number == unanswered, text);
      file.write(text);
    }
    file.commit();
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = gbrank::sample::parse_options(argc, argv);
    if (options.help) {
      fmt::print("{}", gbrank::sample::kHelp);
      return 0;
    }
    write_parts(options);
    return 0;
  } catch (const gbrank::sample::UsageError& error) {
    fmt::print(stderr, "gbrank-sample: {}\n\n{}", error.what(), gbrank::sample::kHelp);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gbrank-sample: {}\n", error.what());
    return 1;
  }
}
