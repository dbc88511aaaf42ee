#!/usr/bin/env bash
# experiments.sh PROGRAM TOP: tools/experiments/ohsumed on a few queries of the bundled sample: all sections are there, the
# figures are those of gbrank cv, and the same command again gives the same page.
set -euo pipefail
program=$1
top=$2
if ! command -v python3 > /dev/null; then
  echo "skipped: python3 is not on PATH"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$top/datasets/unpack" "$scratch/all"
for file in "$scratch"/all/Fold*/*.txt; do
  fold=$scratch/folds/$(basename "$(dirname "$file")")
  mkdir -p "$fold"
  awk '$2 != query { query = $2; queries++; rows = 0 } queries <= 6 && rows++ < 40' "$file" > "$fold/$(basename "$file")"
done

run() {
  GBRANK=$program "$top/tools/experiments/ohsumed" "$scratch/folds" --work "$scratch/work" --trials 1 --repeats 1 --bags 2 \
    --page "$scratch/docs/results.md" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
}
fail() { echo "experiments.sh: $*"; exit 1; }

mkdir -p "$scratch/docs"
run
page=$scratch/docs/results.md
cp "$page" "$scratch/first.md"
for heading in "The table" "Against the rows of others" "What limits it" "SDCG < SHF-SDCG < REG-SHF-SDCG?" "SPSA against LambdaRank" \
  "SoftNDCG's discount" "What is learned and what carries over" "What was searched" "Learning curves"; do
  grep -qx "##* $heading" "$page" || fail "no section '$heading'"
done
grep -q '^| BoltzRank2 | .5681 | .5408 | .5183 | .5023 | .4910 | .4604 |$' "$page" || fail "no published row"
for picture in $(sed -n 's/^!\[.*\](\(.*\))$/\1/p' "$page"); do
  grep -q '^<svg' "$scratch/docs/$picture" || fail "no picture $picture"
done
[ "$(grep -c '^!\[' "$page")" -eq 4 ] || fail "expected 4 pictures"

# By fold, with the settings that were chosen, through fit and evaluate.
mean=$(for fold in 1 2 3 4 5; do
  "$program" fit --quiet --train "$scratch/folds/Fold$fold/train.txt" --config "$scratch/work/bags/sdcg/best.conf" \
    --model "$scratch/model.json"
  "$program" evaluate --data "$scratch/folds/Fold$fold/test.txt" --model "$scratch/model.json" --metric map --convention letor3
done | awk '{ sum += $2 } END { printf "%.4f", sum / NR }')
grep -q "^| \*\*gbrank\*\* \`sdcg\` .* ${mean#0} |$" "$page" || fail "expected MAP $mean for sdcg in: $(grep sdcg "$page" | head -3)"

run
cmp "$page" "$scratch/first.md" || fail "the same command gave another page"
