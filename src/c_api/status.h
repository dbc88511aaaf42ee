#pragma once

#include <string>
#include <string_view>

#include "gbrank/c_api.h"
#include "gbrank/error.h"

namespace gbrank {

/// A call of the C API that cannot be answered, with the status that says so.
class CallError : public Error {
 public:
  CallError(gbrank_status status, const std::string& text) : Error(text), status_(status) {}

  gbrank_status status() const { return status_; }

 private:
  gbrank_status status_;
};

/// A CallError of GBRANK_BAD_ARGUMENT.
CallError bad_argument(const std::string& text);

/// Throws for null, by the argument's name.
void check_given(const void* argument, std::string_view name);

/// The status of the exception that is being handled; its text is kept for gbrank_last_error.
int keep_exception() noexcept;

/// Does what a function of the C API is to do; no exception leaves it.
template <typename Action>
int status_of(const Action& action) noexcept {
  try {
    action();
    return GBRANK_OK;
  } catch (...) {
    return keep_exception();
  }
}

}  // namespace gbrank
