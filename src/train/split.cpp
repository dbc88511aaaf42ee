#include "train/split.h"

namespace gbrank {
namespace {

/// A gain below this share of the leaf's own score is rounding noise.
constexpr double kNoise = 1e-12;

bool allowed(const LeafSums& side, const QuantisedGradients& gradients,
             const TreeOptions& options) {
  return side.documents >= static_cast<std::uint32_t>(options.min_docs_per_leaf) &&
         gradients.hessian(side.packed) >= options.min_hessian * gradients.mean_hessian();
}

}  // namespace

double side_score(const LeafSums& sums, const QuantisedGradients& gradients, double l2) {
  const double g = gradients.gradient(sums.packed);
  const double divisor = gradients.hessian(sums.packed) + l2;
  return divisor > 0 ? g * g / divisor : 0;
}

Split best_split(const FeatureBins& bins, std::uint32_t column, const PackedSum* sums,
                 const std::uint32_t* counts, const LeafSums& total,
                 const QuantisedGradients& gradients, const TreeOptions& options) {
  const double total_score = side_score(total, gradients, options.l2);
  LeafSums missing;
  if (bins.has_missing) missing = {sums[bins.missing_bin()], counts[bins.missing_bin()]};

  Split best;
  double best_score = total_score * (1 + kNoise);
  const auto consider = [&](std::uint8_t bin, bool missing_left, const LeafSums& left) {
    const LeafSums right = total - left;
    if (!allowed(left, gradients, options) || !allowed(right, gradients, options)) return;
    const double score =
        side_score(left, gradients, options.l2) + side_score(right, gradients, options.l2);
    if (score <= best_score) return;
    best_score = score;
    // Half, because the quadratic model of the loss falls by G^2 / (2 (H + l2)).
    best = {0.5 * (score - total_score), column, bin, missing_left, left};
  };

  LeafSums left;
  for (std::uint8_t bin = 0; bin < bins.value_bins(); ++bin) {
    if (counts[bin] == 0) continue;
    left = left + LeafSums{sums[bin], counts[bin]};
    consider(bin, false, left);
    if (missing.documents > 0) consider(bin, true, left + missing);
  }
  if (best.gain > 0 && missing.documents == 0) {
    best.missing_left = 2 * std::size_t{best.left.documents} >= total.documents;
  }
  return best;
}

}  // namespace gbrank
