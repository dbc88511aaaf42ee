#!/usr/bin/env bash
# onnx_runtime.sh PROGRAM EXCHANGE_FILES SAMPLE FOLDER: ONNX Runtime, its WebAssembly from the npm registry kept in FOLDER,
# loads what we export and scores the bundled sample and rows of odd values as our reader and gbrank predict do.
# Exits with 77, which is "skipped", where it cannot be had.
set -euo pipefail
program=$1
exchange_files=$2
sample=$3
folder=$4
version=1.22.0

skip() { echo "skipped: $*"; exit 77; }
command -v node > /dev/null || skip "node is not on PATH"
runtime=$folder/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs
if [ ! -e "$runtime" ] || ! grep -q "\"version\": \"$version\"" "$folder/node_modules/onnxruntime-web/package.json"; then
  command -v npm > /dev/null || skip "npm is not on PATH"
  mkdir -p "$folder"
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund "onnxruntime-web@$version" > "$folder/npm.log" 2>&1 ||
    skip "npm cannot install onnxruntime-web@$version: $(tail -n 3 "$folder/npm.log" | tr '\n' ' ')"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat "$sample"/S[123].txt.gz > "$scratch/train.txt.gz"
gzip -dc "$sample/S4.txt.gz" > "$scratch/sample.txt"
"$program" fit --quiet --train "$scratch/train.txt.gz" --model "$scratch/sample.json" --trees 120 --leaves 31
"$exchange_files" odd "$scratch/odd.json" "$scratch/odd.txt"
for name in sample odd; do
  model=$scratch/$name.json
  data=$scratch/$name.txt
  "$program" export --format onnx --model "$model" --output "$scratch/model.onnx" --verify "$data" --tolerance 1e-4
  "$exchange_files" scores "$scratch/model.onnx" "$model" "$data" > "$scratch/ours.txt"
  "$program" predict --model "$model" --data "$data" --output "$scratch/scores.txt"
  node "$(dirname "$0")/onnx_runtime.mjs" "$runtime" "$scratch/model.onnx" "$data" "$scratch/scores.txt" "$scratch/ours.txt"
done
