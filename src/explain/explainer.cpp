#include <algorithm>
#include <cassert>

#include "gbrank/explain.h"

#include "base/parallel.h"
#include "explain/path_forest.h"

namespace gbrank {

Explainer::Explainer(const Ensemble& ensemble)
    : features_(ensemble.features()), forest_(std::make_unique<PathForest>(ensemble)) {}

Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

double Explainer::base_value() const { return forest_->base_value(); }

void Explainer::contributions(std::span<const float> features,
                              std::span<double> contributions) const {
  assert(features.size() == features_);
  this->contributions(DenseRows{features.data(), 1, features_}, contributions);
}

void Explainer::contributions(const DenseRows& rows, std::span<double> contributions,
                              int threads) const {
  assert(contributions.size() == rows.rows * features_ && rows.stride >= features_);
  std::ranges::fill(contributions, 0);
  const std::vector<std::uint32_t>& asked = forest_->features();
  const auto block = [&](std::size_t begin, std::size_t end, int) {
    std::vector<float> values;
    values.reserve((end - begin) * asked.size());
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t f : asked) values.push_back(rows.values[i * rows.stride + f]);
    }
    std::vector<double> answers(values.size());
    PathForest::Scratch scratch;
    forest_->explain(values, answers, scratch);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t s = 0; s < asked.size(); ++s) {
        contributions[i * features_ + asked[s]] = answers[(i - begin) * asked.size() + s];
      }
    }
  };
  parallel_blocks(threads, rows.rows, PathForest::kRowsAtOnce, block);
}

}  // namespace gbrank
