# Compiled once, for the static library and for libgbrank_c.so, of which only the C API can be seen.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# How everything here is compiled: an interface target that never leaves the build.
add_library(gbrank_compiler INTERFACE)
target_compile_options(gbrank_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # The same bits on every machine: no multiply-add is fused behind our back.
  -ffp-contract=off
  # Nobody reads errno after a mathematical function, and llrint and sqrt without it are one
  # instruction in the place of a call, with the same bits.
  -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Cries wolf over std::string's operator+ when optimising (GCC bug 105651, mended in 13).
  target_compile_options(gbrank_compiler INTERFACE -Wno-restrict)
endif()
if(GBRANK_WARNINGS_AS_ERRORS)
  target_compile_options(gbrank_compiler INTERFACE -Werror)
endif()
if(GBRANK_SANITIZE)
  target_compile_options(gbrank_compiler INTERFACE
    -fsanitize=${GBRANK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gbrank_compiler INTERFACE -fsanitize=${GBRANK_SANITIZE})
endif()
