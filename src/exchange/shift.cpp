#include "exchange/shift.h"

#include <algorithm>
#include <cmath>

namespace gbrank {

double positive_shift(const Ensemble& ensemble) {
  double lowest = ensemble.base_score;
  double largest = std::abs(ensemble.base_score);
  bool negative = ensemble.base_score < 0;
  for (const Tree& tree : ensemble.trees) {
    const auto [least, most] = std::minmax_element(tree.value.begin(), tree.value.end());
    lowest += *least;
    largest += std::max(std::abs(*least), std::abs(*most));
    negative |= *least < 0;
  }
  if (!negative) return 0;
  // Each value and each partial sum is rounded to 24 bits. No partial sum is larger than `largest`,
  // or, with the shift in it, than three times that.
  const double margin = 4 * static_cast<double>(ensemble.trees.size() + 2) * largest * 0x1p-24;
  return std::max(0.0, margin - lowest);
}

}  // namespace gbrank
