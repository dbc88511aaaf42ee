#include "c_api/status.h"

#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

namespace gbrank {
namespace {

constexpr std::size_t kMostBytes = 2000;
constexpr std::string_view kCut = "...";

// Plain memory of the thread, so that errors can be told when there is no memory left to allocate.
constinit thread_local char last_error[kMostBytes + kCut.size() + 1] = "";

/// The beginning of a text, without half a character of UTF-8 at its end.
std::string_view cut(std::string_view text) {
  std::size_t size = kMostBytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return text.substr(0, size);
}

gbrank_status keep(gbrank_status status, std::string_view text) noexcept {
  const bool fits = text.size() <= kMostBytes;
  char* end = std::ranges::copy(fits ? text : cut(text), last_error).out;
  if (!fits) end = std::ranges::copy(kCut, end).out;
  *end = '\0';
  return status;
}

}  // namespace

CallError bad_argument(const std::string& text) { return {GBRANK_BAD_ARGUMENT, text}; }

void check_given(const void* argument, std::string_view name) {
  if (argument == nullptr) throw bad_argument(fmt::format("{} is null", name));
}

int keep_exception() noexcept {
  try {
    throw;
  } catch (const CallError& error) {
    return keep(error.status(), error.what());
  } catch (const Error& error) {
    return keep(GBRANK_BAD_MODEL, error.what());
  } catch (const std::bad_alloc&) {
    return keep(GBRANK_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return keep(GBRANK_INTERNAL_ERROR, error.what());
  } catch (...) {
    return keep(GBRANK_INTERNAL_ERROR, "an exception of unknown type");
  }
}

}  // namespace gbrank

const char* gbrank_last_error(void) { return gbrank::last_error; }
