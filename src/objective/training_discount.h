#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gbrank {

/// The milder discounts that Taylor et al. train with (figure 5). For a list of n
/// documents and ranks from 1:
///   alpha =  1: D(r) = 1 / log2(1 + r);
///   alpha =  0: the line from 1 at the first rank to 0 at the last;
///   alpha = -1: 1 - D(n + 1 - r), the log discount turned by half about the middle of the line:
///               slow at the top, steep at the bottom;
/// and between two of them, the mean weighted by alpha. With a cut-off k, ranks past it have 0.
class TrainingDiscount {
 public:
  TrainingDiscount(double alpha, std::size_t cutoff) : alpha_(alpha), cutoff_(cutoff) {}

  /// Before the first list, how long they get.
  void prepare(std::size_t longest);

  /// For a list of as many documents, two or more.
  void write(std::span<double> discount) const;

 private:
  double alpha_;
  std::size_t cutoff_;  // 0: none
  std::vector<double> log_discount_;
};

}  // namespace gbrank
