#include "gbrank/predictor.h"

#include <cassert>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "predict/reference.h"

namespace gbrank {

struct Predictor::Engines {
  const Ensemble& ensemble;
};

Predictor::Predictor(const Ensemble& ensemble) : engines_(new Engines{ensemble}) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

std::size_t Predictor::features() const { return engines_->ensemble.features(); }

double Predictor::score(std::span<const float> features) const {
  assert(features.size() == this->features());
  return reference_score(engines_->ensemble, features);
}

void Predictor::score(const DenseRows& rows, std::span<double> scores, int threads) const {
  assert(scores.size() == rows.rows && rows.stride >= features());
  constexpr std::size_t kBlock = 256;
  parallel_blocks(threads, rows.rows, kBlock, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      scores[i] = score(std::span(rows.values + i * rows.stride, features()));
    }
  });
}

void Predictor::score(const SparseRows& rows, std::span<double> scores, int threads) const {
  assert(rows.offsets.size() == scores.size() + 1);
  constexpr std::size_t kBlock = 256;
  const float absent =
      engines_->ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0;
  parallel_blocks(threads, scores.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    std::vector<float> row;
    for (std::size_t i = begin; i < end; ++i) {
      row.assign(features(), absent);
      for (std::size_t at = rows.offsets[i]; at < rows.offsets[i + 1]; ++at) {
        if (rows.features[at] < row.size()) row[rows.features[at]] = rows.values[at];
      }
      scores[i] = score(row);
    }
  });
}

void Predictor::leaves(std::span<const float> features, std::span<std::uint32_t> leaves) const {
  const std::vector<Tree>& trees = engines_->ensemble.trees;
  assert(features.size() == this->features() && leaves.size() == trees.size());
  for (std::size_t t = 0; t < leaves.size(); ++t) {
    leaves[t] = static_cast<std::uint32_t>(leaf_of(trees[t], features));
  }
}

}  // namespace gbrank
