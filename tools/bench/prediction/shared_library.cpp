#include "shared_library.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include "command_line.h"
#include "contender.h"

namespace gbrank::bench {

SharedLibrary::SharedLibrary(const std::string& path)
    : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw Error(dlerror());
}

SharedLibrary::Symbol SharedLibrary::function(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address == nullptr) throw Error(fmt::format("{}: has no function {}", path_, name));
  return Symbol(address);
}

SharedLibrary peer_library(const char* variable, const char* name) {
  try {
    return SharedLibrary(from_environment(variable, name));
  } catch (const Error& error) {
    throw NotHere(fmt::format("{} ({} may name it)", error.what(), variable));
  }
}

}  // namespace gbrank::bench
