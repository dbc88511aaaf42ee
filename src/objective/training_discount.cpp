#include "objective/training_discount.h"

#include <algorithm>
#include <cmath>

#include "metric/gains_and_discounts.h"

namespace gbrank {

void TrainingDiscount::prepare(std::size_t longest) {
  log_discount_ = discount_table(Discount::kLog2, longest);
}

void TrainingDiscount::write(std::span<double> discount) const {
  const std::size_t n = discount.size();
  const std::size_t ranks = cutoff_ == 0 ? n : std::min(n, cutoff_);
  const double weight = std::abs(alpha_);
  for (std::size_t r = 0; r < ranks; ++r) {
    const double line = static_cast<double>(n - 1 - r) / static_cast<double>(n - 1);
    const double bent = alpha_ >= 0 ? log_discount_[r] : 1 - log_discount_[n - 1 - r];
    discount[r] = weight * bent + (1 - weight) * line;
  }
  std::ranges::fill(discount.subspan(ranks), 0.0);
}

}  // namespace gbrank
