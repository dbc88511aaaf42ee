#pragma once

#include <string>
#include <type_traits>

namespace gbrank::bench {

/// A library of another program, loaded while we run. It stays loaded: threads of its own may still
/// be there when nobody needs it any more.
class SharedLibrary {
 public:
  /// By its path, or a name that the loader finds. Throws Error.
  explicit SharedLibrary(const std::string& path);

  /// Becomes a pointer to any type of function; whoever assigns it knows which one is right.
  class Symbol {
   public:
    explicit Symbol(void* address) : address_(address) {}
    template <typename Function>
    requires std::is_function_v<Function>
    operator Function*() const { return reinterpret_cast<Function*>(address_); }

   private:
    void* address_;
  };

  /// Throws Error where the library has none of this name.
  Symbol function(const char* name) const;

 private:
  std::string path_;
  void* handle_;
};

/// The one that an environment variable names, or else that of a name. Throws NotHere.
SharedLibrary peer_library(const char* variable, const char* name);

}  // namespace gbrank::bench
