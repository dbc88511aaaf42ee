// onnx_runtime.mjs RUNTIME MODEL DATA SCORES OURS: runs an ONNX model on rows of LETOR text with ONNX Runtime, one thread,
// and compares with two files of scores: those of gbrank predict within the rounding of float32, and those of our reader
// of the file bit for bit.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [runtime, model, data, scoresFile, oursFile] = process.argv.slice(2);
const ort = await import(pathToFileURL(runtime).href);
ort.env.wasm.numThreads = 1;
const session = await ort.InferenceSession.create(readFileSync(model), { executionProviders: ['wasm'] });
const lines = (file) => readFileSync(file, 'utf8').trim().split('\n');
const fail = (message) => { console.log(`FAIL: ${message}`); process.exit(1); };

const rows = lines(data).map((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(2));
const columns = session.inputMetadata?.[0]?.shape?.[1] ?? Math.max(...rows.flat().map((word) => parseInt(word, 10)));
const values = new Float32Array(rows.length * columns);
let missing = 0;
rows.forEach((words, r) => words.forEach((word) => {
  const [index, text] = word.split(':');
  const value = /^(null|nan)$/i.test(text) ? NaN : Number(text);
  missing += Number.isNaN(value) ? 1 : 0;
  values[r * columns + Number(index) - 1] = value;
}));

// Rows together and one by one.
async function run(first, count) {
  const part = values.slice(first * columns, (first + count) * columns);
  const result = await session.run({ features: new ort.Tensor('float32', part, [count, columns]) });
  const { data: scores, dims } = result.score;
  if (dims.length !== 2 || dims[0] !== count || dims[1] !== 1) fail(`the output has the shape ${dims}`);
  return scores;
}
const got = await run(0, rows.length);
const [scores, ours] = [scoresFile, oursFile].map((file) => lines(file).map(Number));
if (scores.length !== rows.length || ours.length !== rows.length) fail('the files have different numbers of rows');
let largest = 0;
for (let r = 0; r < rows.length; ++r) {
  if (!Object.is(got[r], Math.fround(ours[r]))) fail(`row ${r}: ONNX Runtime has ${got[r]}, our reader ${ours[r]}`);
  largest = Math.max(largest, Math.abs(got[r] - scores[r]));
  if (r % 16 === 0 && (await run(r, 1))[0] !== got[r]) fail(`row ${r} alone has another score`);
}
const size = Math.max(...scores.map(Math.abs));
if (!(largest <= 1e-5 * size)) fail(`scores differ by ${largest}`);
if (new Set(got).size < rows.length / 10) fail('nearly all rows have the same score');
console.log(`onnxruntime-web ${ort.env.versions.web}: ${rows.length} rows, ${missing} missing values; equal to our reader, ` +
  `within ${largest.toExponential(1)} of gbrank predict (scores up to ${size.toPrecision(3)})`);
