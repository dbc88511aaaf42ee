#pragma once

#include <string>

#include "exchange/verify.h"

namespace gbrank::cli {

/// What became of the scores and the order of data in an exported model, a line each.
std::string verification_report(const std::string& data, const Verification& verification);

}  // namespace gbrank::cli
