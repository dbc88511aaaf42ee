#!/usr/bin/env bash
# consumers.sh EXAMPLE GBRANK DATASETS [LIBRARY]: docs/examples/score.c and, given the shared library, Python score rows
# of the bundled sample as gbrank predict does, to the last bit.
set -euo pipefail
example=$1 gbrank=$2 datasets=$3 library=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "consumers.sh: $*" >&2; exit 1; }

gzip -dc "$datasets/sample/S1.txt.gz" > "$work/train.txt"
# Not a multiple of the rows that the example scores at once.
gzip -dc "$datasets/sample/S5.txt.gz" | sed -n 1,1234p > "$work/rows.txt"
grep -q NULL "$work/rows.txt" || fail "the rows have no missing values"
"$gbrank" fit --train "$work/train.txt" --model "$work/model.json" --trees 50 --quiet
"$gbrank" predict --model "$work/model.json" --data "$work/rows.txt" | awk '{ printf "%.17g\n", $1 }' > "$work/expected"
[ "$(sort -u "$work/expected" | wc -l)" -gt 100 ] || fail "the model tells hardly any rows apart"

# The same rows as 45 numbers each.
sed 's/#.*//; s/NULL/nan/g' "$work/rows.txt" | awk '{
  for (i = 1; i <= 45; i++) value[i] = 0
  for (i = 3; i <= NF; i++) { split($i, pair, ":"); value[pair[1]] = pair[2] }
  for (i = 1; i <= 45; i++) printf "%s ", value[i]
  print ""
}' > "$work/numbers"

same() { cmp "$work/expected" "$1" >&2 || fail "the scores of $2 differ from those of gbrank predict"; }
"$example" "$work/model.json" < "$work/numbers" > "$work/scores"
same "$work/scores" "the example"

refuses() {
  local expected=$1
  shift
  if "$@" > "$work/out" 2> "$work/err"; then fail "succeeded: $*"; fi
  grep -qF "$expected" "$work/err" || fail "expected '$expected', found '$(cat "$work/err")'"
}
refuses "score: $work/no-such-file: cannot be opened" "$example" "$work/no-such-file"
refuses "score: expected rows of 45 numbers" "$example" "$work/model.json" <<< "1 2 3"

if [ -z "$library" ]; then
  echo "consumers: the example is ok; Python is left out"
elif ! command -v python3 > /dev/null; then
  echo "consumers: the example is ok; skipped: python3 is not on PATH"
else
  python3 "$here/from_python.py" "$library" "$work/model.json" < "$work/numbers" > "$work/scores"
  same "$work/scores" "Python"
  echo "consumers: the example and Python are ok"
fi
