#!/usr/bin/env bash
# sample_reproduces.sh GBRANK_SAMPLE DATASETS: the bundled sample is, byte for byte, what the
# generator makes with its default options.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: sample_reproduces.sh GBRANK_SAMPLE DATASETS" >&2
  exit 2
fi
generator=$1
datasets=$2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$generator" "$scratch/made"
failures=0
for k in 1 2 3 4 5; do
  bundled=$datasets/sample/S$k.txt.gz
  if ! gzip -dc "$bundled" > "$scratch/S$k.txt"; then
    echo "FAIL: $bundled cannot be unpacked" >&2
    failures=$((failures + 1))
  elif ! cmp "$scratch/S$k.txt" "$scratch/made/S$k.txt" >&2; then
    echo "FAIL: $bundled is not what $generator makes" >&2
    failures=$((failures + 1))
  fi
done
[ "$failures" -eq 0 ] || exit 1
echo "the five parts of $datasets/sample are what $generator makes"
