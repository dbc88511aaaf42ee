#pragma once

#include <algorithm>
#include <cmath>

namespace gbrank {

/// Remembers the best round of a metric and says when to give up.
class EarlyStopping {
 public:
  /// `patience` rounds without improvement; 0: never give up, only remember.
  EarlyStopping(int patience, bool higher_is_better)
      : patience_(patience), higher_is_better_(higher_is_better) {}

  /// Returns true when training should stop. A value that is not a number never improves.
  bool add(int round, double value) {
    // The same set of per-query values adds up to means that differ in their last bits.
    const double noise = 1e-12 * std::max(1.0, std::abs(best_value_));
    const bool better =
        higher_is_better_ ? value > best_value_ + noise : value < best_value_ - noise;
    if (better || (best_round_ == 0 && value == value)) {
      best_value_ = value;
      best_round_ = round;
    }
    return patience_ > 0 && round - best_round_ >= patience_;
  }

  /// The earliest round with the best value; 0 before any.
  int best_round() const { return best_round_; }

 private:
  int patience_;
  bool higher_is_better_;
  int best_round_ = 0;
  double best_value_ = 0;
};

}  // namespace gbrank
