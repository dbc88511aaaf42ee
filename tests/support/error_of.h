#pragma once

#include <string>

#include "gbrank/error.h"

namespace gbrank::test {

/// The message of the Error that an action throws.
template <typename Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gbrank::test
