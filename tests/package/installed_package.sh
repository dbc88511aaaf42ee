#!/usr/bin/env bash
# installed_package.sh BUILD_DIR CMAKE CXX CC: installs the build into a temporary prefix, then builds and runs small
# programs elsewhere against it, in C++ and in C, once with find_package and once with pkg-config.
set -euo pipefail
build=$1 cmake=$2 cxx=$3 cc=$4
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/prefix" > "$work/install.log"
for file in bin/gbrank include/gbrank/fit.h include/gbrank/c_api.h share/man/man1/gbrank.1 \
            share/bash-completion/completions/gbrank; do
  [ -s "$work/prefix/$file" ] || { echo "not installed: $file" >&2; exit 1; }
done

mkdir "$work/consumer"
cat > "$work/consumer/main.cpp" <<'CPP'
#include <gbrank/dataset.h>
#include <gbrank/fit.h>
#include <cstdio>
int main() {
  const auto data = gbrank::parse_dataset("1 qid:1 1:2\n0 qid:1 1:1\n", "text");
  gbrank::FitOptions options;
  options.trees = 3;
  options.tree.min_docs_per_leaf = 1;
  const gbrank::Ensemble model = gbrank::fit(data, {}, options);
  std::printf("%zu trees\n", model.trees.size());
}
CPP
cat > "$work/consumer/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(gbrank REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE gbrank::gbrank)
CMAKE

expect() { [ "$1" = "3 trees" ] || { echo "$2 printed '$1', expected '3 trees'" >&2; exit 1; }; }

"$cmake" -S "$work/consumer" -B "$work/out" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$cxx" > "$work/configure.log" ||
  { cat "$work/configure.log" >&2; exit 1; }
"$cmake" --build "$work/out" > "$work/build.log" || { cat "$work/build.log" >&2; exit 1; }
expect "$("$work/out/consumer")" "the find_package consumer"

pc=$(find "$work/prefix" -name gbrank.pc)
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$work/consumer/main.cpp" -o "$work/with-pkg-config" \
  $(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs --static gbrank)
expect "$("$work/with-pkg-config")" "the pkg-config consumer"
# The C API: the header alone in every language that it is for, then the example and its scores.
strict=(-Wall -Wextra -Wpedantic -Werror)
"$cc" -std=c99 "${strict[@]}" -fsyntax-only "$work/prefix/include/gbrank/c_api.h"
"$cxx" -std=c++11 "${strict[@]}" -fsyntax-only -x c++ - <<< "#include \"$work/prefix/include/gbrank/c_api.h\""
# shellcheck disable=SC2046
"$cc" -std=c11 "${strict[@]}" "$top/docs/examples/score.c" -o "$work/score" \
  $(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs gbrank_c)
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")")
export LD_LIBRARY_PATH
[[ $(ldd "$work/score") == *"$work/prefix"*/libgbrank_c.so.0* ]] || { echo "the example loads another library" >&2; exit 1; }
"$top/tests/c_api/consumers.sh" "$work/score" "$work/prefix/bin/gbrank" "$top/datasets"

# A C project that knows no C++ finds it, without the libraries that the C++ one asks for.
mkdir "$work/c"
cat > "$work/c/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
set(CMAKE_DISABLE_FIND_PACKAGE_fmt ON)
find_package(gbrank REQUIRED COMPONENTS c)
add_executable(score "$top/docs/examples/score.c")
target_link_libraries(score PRIVATE gbrank::gbrank_c)
CMAKE
"$cmake" -S "$work/c" -B "$work/c-out" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_COMPILER="$cc" > "$work/configure.log" ||
  { cat "$work/configure.log" >&2; exit 1; }
"$cmake" --build "$work/c-out" > "$work/build.log" || { cat "$work/build.log" >&2; exit 1; }
"$top/tests/c_api/consumers.sh" "$work/c-out/score" "$work/prefix/bin/gbrank" "$top/datasets"
echo "installed package: ok"
