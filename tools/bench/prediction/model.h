#pragma once

#include <string>

#include "options.h"

namespace gbrank::bench {

struct ModelAndData {
  std::string model;
  std::string data;
};

/// The files that the options name, or made ones: data in the style of MSLR-WEB, and a model that
/// was trained on other rows of it. What is made is kept in the work folder, and made again when it
/// is older than the program that makes it.
ModelAndData model_and_data(const PredictionOptions& options);

}  // namespace gbrank::bench
