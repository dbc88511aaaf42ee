#pragma once

#include <dlfcn.h>
#include <stdlib.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace gbrank::test {

/// A library of another program, opened while the tests run: the one that an environment variable
/// names, or the first of the given ones that the loader finds.
class SharedLibrary {
 public:
  SharedLibrary(const char* variable, const std::vector<std::string>& names) {
    std::vector<std::string> candidates = names;
    if (const char* path = getenv(variable); path != nullptr && *path != '\0') candidates = {path};
    for (const std::string& name : candidates) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
      problem_ += (problem_.empty() ? "" : "; ") + std::string(dlerror());
    }
  }

  bool found() const { return handle_ != nullptr; }
  const std::string& problem() const { return problem_; }

  bool has(const char* name) const { return dlsym(handle_, name) != nullptr; }
  /// A function of this type; throws where there is none of the name.
  template <typename Function>
  Function* function(const char* name) const {
    void* const symbol = dlsym(handle_, name);
    if (symbol == nullptr) throw std::runtime_error(std::string("no function ") + name);
    return reinterpret_cast<Function*>(symbol);
  }

 private:
  void* handle_ = nullptr;  // for as long as the program runs
  std::string problem_;
};

}  // namespace gbrank::test
