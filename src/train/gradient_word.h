#pragma once

#include <cstddef>
#include <cstdint>

namespace gbrank {

/// Gradient, hessian and number of documents, of one document or summed over several, in one word:
/// the gradient signed in the upper 26 bits, the hessian in the next 23, the number in the lower
/// 15. One integer add adds all three, and integer sums do not depend on their order: this is what
/// makes a model the same bytes for any number of threads.
///
/// Up to kWordRows documents may be added to one word. Their number then fits 15 bits, and
/// QuantisedGradients sees to it that their gradients and hessians fit the other fields. More
/// documents are summed block by block into LeafSums or into the two words of a wide histogram.
using GradientWord = std::int64_t;

inline constexpr std::size_t kWordRows = std::size_t{1} << 14;

inline constexpr int kHessianShift = 15;
inline constexpr int kGradientShift = 38;
inline constexpr std::int64_t kDocumentsMask = (std::int64_t{1} << kHessianShift) - 1;
inline constexpr std::int64_t kHessianMask =
    (std::int64_t{1} << (kGradientShift - kHessianShift)) - 1;
/// The largest absolute gradient and the largest hessian that their fields hold.
inline constexpr std::int64_t kMostGradient = (std::int64_t{1} << (63 - kGradientShift)) - 1;
inline constexpr std::int64_t kMostHessian = kHessianMask;

/// The documents of a leaf, or of one side of a split; gradient and hessian in fixed-point steps.
struct LeafSums {
  std::int64_t gradient = 0;
  std::int64_t hessian = 0;
  std::int64_t documents = 0;

  LeafSums operator+(const LeafSums& o) const {
    return {gradient + o.gradient, hessian + o.hessian, documents + o.documents};
  }
  LeafSums operator-(const LeafSums& o) const {
    return {gradient - o.gradient, hessian - o.hessian, documents - o.documents};
  }
  bool operator==(const LeafSums&) const = default;
};

constexpr GradientWord pack(const LeafSums& sums) {
  return static_cast<GradientWord>((static_cast<std::uint64_t>(sums.gradient) << kGradientShift) +
                                   (static_cast<std::uint64_t>(sums.hessian) << kHessianShift) +
                                   static_cast<std::uint64_t>(sums.documents));
}

constexpr LeafSums unpack(GradientWord word) {
  return {word >> kGradientShift, (word >> kHessianShift) & kHessianMask, word & kDocumentsMask};
}

/// The second word of a wide cell: hessian and number of documents. (The first is the gradient.)
/// A Dataset has at most 2^30 rows, and QuantisedGradients keeps all hessians together below 2^32.
inline constexpr int kWideHessianShift = 31;
inline constexpr std::int64_t kWideDocumentsMask = (std::int64_t{1} << kWideHessianShift) - 1;
inline constexpr std::int64_t kMostWideHessian = (std::int64_t{1} << (63 - kWideHessianShift)) - 1;

constexpr std::int64_t pack_wide(std::int64_t hessian, std::int64_t documents) {
  return (hessian << kWideHessianShift) + documents;
}

constexpr LeafSums unpack_wide(std::int64_t gradient, std::int64_t rest) {
  return {gradient, rest >> kWideHessianShift, rest & kWideDocumentsMask};
}

}  // namespace gbrank
