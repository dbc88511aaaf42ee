#include "gbrank/predictor.h"

#include <cassert>
#include <limits>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "predict/block_engine.h"
#include "predict/reference.h"
#include "predict/row_engine.h"

namespace gbrank {
namespace {

/// Fewer rows than this are scored one by one: half a block takes as long as 14 of them
/// (docs/performance.md).
constexpr std::size_t kWorthABlock = 16;

/// Rows of sparse data as rows of values, one at a time.
class WideRow {
 public:
  explicit WideRow(const Ensemble& ensemble)
      : absent_(ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0),
        row_(ensemble.features(), absent_) {}

  std::span<const float> of(const SparseRows& rows, std::size_t number) {
    for (const std::uint32_t feature : written_) row_[feature] = absent_;
    written_.clear();
    for (std::size_t at = rows.offsets[number]; at < rows.offsets[number + 1]; ++at) {
      const std::uint32_t feature = rows.features[at];
      if (feature >= row_.size()) continue;
      row_[feature] = rows.values[at];
      written_.push_back(feature);
    }
    return row_;
  }

 private:
  float absent_;
  std::vector<float> row_;
  std::vector<std::uint32_t> written_;
};

}  // namespace

struct Predictor::Engines {
  const Ensemble& ensemble;
  std::optional<RowEngine> row = {};
  std::optional<BlockEngine> block = {};

  explicit Engines(const Ensemble& its) : ensemble(its) {
    if (RowEngine::can_score(ensemble)) row.emplace(ensemble);
    if (BlockEngine::can_score(ensemble)) block.emplace(ensemble, fastest_predict_kernels());
  }

  double score(std::span<const float> features) const {
    return row ? row->score(features) : reference_score(ensemble, features);
  }

  void score_one_by_one(const DenseRows& rows, std::size_t first, std::span<double> scores) const {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const float* const values = rows.values + (first + i) * rows.stride;
      scores[i] = score(std::span(values, ensemble.features()));
    }
  }

  void score_one_by_one(const SparseRows& rows, std::size_t first, std::span<double> scores) const {
    WideRow row(ensemble);
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = score(row.of(rows, first + i));
  }

  template <typename Rows>
  void score(const Rows& rows, std::span<double> scores, int threads) const {
    threads = resolve_threads(threads);
    std::vector<BlockEngine::Scratch> scratch(static_cast<std::size_t>(threads));
    const auto score_some = [&](std::size_t begin, std::size_t end, int worker) {
      const auto some = scores.subspan(begin, end - begin);
      if (block && some.size() >= kWorthABlock) {
        block->score(rows, begin, some, scratch[static_cast<std::size_t>(worker)]);
      } else {
        score_one_by_one(rows, begin, some);
      }
    };
    parallel_blocks(threads, scores.size(), kBlockRows, score_some);
  }
};

Predictor::Predictor(const Ensemble& ensemble) : engines_(new Engines(ensemble)) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

std::size_t Predictor::features() const { return engines_->ensemble.features(); }

double Predictor::score(std::span<const float> features) const {
  assert(features.size() == this->features());
  return engines_->score(features);
}

void Predictor::score(const DenseRows& rows, std::span<double> scores, int threads) const {
  assert(scores.size() == rows.rows && (rows.rows < 2 || rows.stride >= features()));
  engines_->score(rows, scores, threads);
}

void Predictor::score(const SparseRows& rows, std::span<double> scores, int threads) const {
  assert(rows.offsets.size() == scores.size() + 1);
  engines_->score(rows, scores, threads);
}

void Predictor::leaves(std::span<const float> features, std::span<std::uint32_t> leaves) const {
  const std::vector<Tree>& trees = engines_->ensemble.trees;
  assert(features.size() == this->features() && leaves.size() == trees.size());
  for (std::size_t t = 0; t < leaves.size(); ++t) {
    leaves[t] = static_cast<std::uint32_t>(leaf_of(trees[t], features));
  }
}

void Predictor::leaves(const SparseRows& rows, std::span<std::uint32_t> leaves) const {
  const std::size_t trees = engines_->ensemble.trees.size();
  assert(leaves.size() == rows.rows() * trees);
  WideRow row(engines_->ensemble);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    this->leaves(row.of(rows, i), leaves.subspan(i * trees, trees));
  }
}

}  // namespace gbrank
