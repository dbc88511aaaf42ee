#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exchange/format.h"

namespace gbrank {

/// What a file of another program does not say. Without a value it is guessed from the file.
struct ImportOptions {
  std::string format;                     // a name; empty: recognised from the text
  std::optional<int> first_feature;       // the column that LETOR's index 1 is, 0 or 1
  std::optional<bool> absent_is_missing;  // or 0: features that a row of LETOR text does not have
  std::optional<ForeignValues> values = {};  // otherwise double, if the program's thresholds are
};

struct Imported {
  Ensemble ensemble;
  std::string format;
  int first_feature = 0;
};

/// `name` stands for the file in messages. Throws Error.
Imported import_model(std::string_view text, const std::string& name, const ImportOptions& options);

}  // namespace gbrank
