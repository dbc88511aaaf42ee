// Each of gbrank's engines by itself: Predictor chooses among them. A new one belongs into this
// list.

#include <algorithm>
#include <memory>

#include "contender.h"
#include "predict/block_engine.h"
#include "predict/row_engine.h"

namespace gbrank::bench {
namespace {

Contender row_engine(const Task& task) {
  const auto engine = std::make_shared<const RowEngine>(task.ensemble);
  return {"rows", "RowEngine::score, row after row", 0,
          [engine, &documents = task.documents](std::size_t first, std::span<double> scores) {
            for (std::size_t i = 0; i < scores.size(); ++i) {
              scores[i] = engine->score(documents.row(first + i));
            }
          }};
}

Contender block_engine(const Task& task, const PredictKernels& kernels) {
  const auto engine = std::make_shared<const BlockEngine>(task.ensemble, kernels);
  const auto scratch = std::make_shared<BlockEngine::Scratch>();
  return {std::string("blocks-") + kernels.name, "BlockEngine::score, block after block", 0,
          [=, &documents = task.documents](std::size_t first, std::span<double> scores) {
            const DenseRows rows = documents.dense(first, scores.size());
            for (std::size_t begin = 0; begin < scores.size(); begin += kBlockRows) {
              const std::size_t count = std::min(kBlockRows, scores.size() - begin);
              engine->score(rows, begin, scores.subspan(begin, count), *scratch);
            }
          }};
}

}  // namespace

std::vector<Contender> engine_contenders(const Task& task) {
  std::vector<Contender> all;
  if (RowEngine::can_score(task.ensemble)) all.push_back(row_engine(task));
  if (BlockEngine::can_score(task.ensemble)) {
    // The first kernels are code for comparison, not for speed.
    for (const PredictKernels* kernels : all_predict_kernels().subspan(1)) {
      all.push_back(block_engine(task, *kernels));
    }
  }
  return all;
}

}  // namespace gbrank::bench
