#!/usr/bin/env bash
# installed_package.sh BUILD_DIR CMAKE CXX: installs the build into a temporary prefix, then builds and runs a small
# program elsewhere against it, once with find_package and once with pkg-config.
set -euo pipefail
build=$1 cmake=$2 cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/prefix" > "$work/install.log"
for file in bin/gbrank include/gbrank/fit.h share/man/man1/gbrank.1 \
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
echo "installed package: ok"
