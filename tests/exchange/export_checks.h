#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/predictor.h"

#include "exchange/format.h"
#include "support/error_of.h"
#include "support/random_ensemble.h"

namespace gbrank::test {

inline const ExchangeFormat& format_named(std::string_view name) {
  for (const ExchangeFormat& format : exchange_formats()) {
    if (format.name == name) return format;
  }
  throw Error("no format " + std::string(name));
}

inline std::unique_ptr<Consumer> read_back(const ExchangeFormat& format, const Ensemble& ensemble,
                                           const ExportOptions& options = {}) {
  return format.read(format.write(ensemble, options).text, "file", ensemble.feature_names);
}

/// The score of a consumer that rounds leaf values to float32 and adds them up in float32, the
/// constant last: from the model's own leaves.
inline double float_score(const Ensemble& ensemble, const std::vector<float>& row,
                          double shift = 0) {
  std::vector<std::uint32_t> leaves(ensemble.trees.size());
  Predictor(ensemble).leaves(row, leaves);
  float sum = 0;
  for (std::size_t t = 0; t < leaves.size(); ++t) {
    sum += static_cast<float>(ensemble.trees[t].value[leaves[t]]);
  }
  return static_cast<double>(sum + static_cast<float>(ensemble.base_score + shift));
}

/// Reads what hostile files could be: every beginning of the text, and random changes of it. Each
/// is an Error or a model that can score; nothing crashes.
inline void check_hostile_files(const ExchangeFormat& format, const Ensemble& ensemble,
                                std::size_t changes) {
  const std::string text = format.write(ensemble, {}).text;
  const std::vector<float> row(ensemble.features());
  std::size_t errors = 0;
  const auto try_text = [&](const std::string& altered) {
    try {
      format.read(altered, "file", ensemble.feature_names)->score(row);
    } catch (const Error& error) {
      CHECK(std::string_view(error.what()).starts_with("file: "));
      ++errors;
    }
  };
  for (std::size_t size = 0; size + 2 < text.size(); ++size) try_text(text.substr(0, size));
  CHECK(errors + 2 >= text.size());
  Random random(random_key(9));
  const std::string alphabet =
      "0123456789-+.eE{}[]<>/\"',:;= \n#ft" + std::string(1, '\0') + "\xff";
  for (std::size_t change = 0; change < changes; ++change) {
    std::string altered = text;
    for (std::size_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = random.below(altered.size());
      switch (random.below(4)) {
        case 0:
          altered[at] = alphabet[random.below(alphabet.size())];
          break;
        case 1:
          altered.erase(at, 1 + random.below(9));
          break;
        case 2:
          altered.insert(at, altered.substr(random.below(altered.size()), 1 + random.below(40)));
          break;
        default:
          altered.insert(at, 1, alphabet[random.below(alphabet.size())]);
      }
    }
    try_text(altered);
  }
}

}  // namespace gbrank::test
