#pragma once

#include <regex.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/run_program.h"
#include "support/sample.h"

namespace gbrank::test {

using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Whether a POSIX extended regular expression matches somewhere in a text.
inline bool matches(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    throw std::runtime_error("no regular expression: " + pattern);
  }
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

/// Runs gbrank, which must succeed.
inline Run succeed(const Words& words, std::string_view input = {}) {
  Run run = run_gbrank(words, input);
  INFO(fmt::format("gbrank {}", fmt::join(words, " ")));
  INFO(run.err);
  REQUIRE(run.status == 0);
  return run;
}

/// Runs gbrank, which must fail with this status, one line that has this message, and no result.
inline void fail(int status, const Words& words, std::string_view message,
                 std::string_view input = {}) {
  const Run run = run_gbrank(words, input);
  INFO(fmt::format("gbrank {}", fmt::join(words, " ")));
  INFO(run.err);
  INFO(fmt::format("expected: {}", message));
  CHECK(run.status == status);
  CHECK(run.out.empty());
  CHECK(run.err.starts_with("gbrank: "));
  CHECK(has(run.err, message));
  CHECK(run.err.find('\n') + 1 == run.err.size());
}

// An address sanitizer keeps freed memory for a while.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kWithSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kWithSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kWithSanitizer = false;
#endif

/// The shape of trees where a test depends on it, whatever the defaults are.
inline const Words kShape = {"--leaves", "31", "--learning-rate", "0.1", "--min-docs-per-leaf",
                             "20"};

/// A small fit on the sample: 20 trees, no words on standard error.
inline Words small_fit(const std::string& model, const std::string& objective = "lambdarank") {
  return Words{"fit",         "--train", sample().train_gz, "--model", model,
               "--objective", objective, "--trees",         "20",      "--quiet"} +
         kShape;
}

/// The models of small_fit with the sample's feature names, made once.
inline const std::string& small_model(const std::string& objective = "lambdarank") {
  static std::map<std::string, std::string> paths;
  std::string& path = paths[objective];
  if (path.empty()) {
    const std::string made = sample().folder.path(objective + ".json");
    succeed(small_fit(made, objective) + Words{"--feature-names", sample().feature_names});
    path = made;
  }
  return path;
}

}  // namespace gbrank::test
