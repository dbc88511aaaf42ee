#include "metric/list_metrics.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace gbrank {

void average_ties(std::span<double> values, std::span<const std::uint32_t> tie_ends) {
  std::size_t begin = 0;
  for (const std::size_t end : tie_ends) {
    const std::span<double> tie = values.subspan(begin, end - begin);
    begin = end;
    if (tie.size() == 1) continue;
    // Around the first value, so that the mean of equal values is that value to the last bit and a
    // perfect ranking still has an NDCG of 1.
    double above_first = 0;
    for (const double value : tie) above_first += value - tie.front();
    std::ranges::fill(tie, tie.front() + above_first / static_cast<double>(tie.size()));
  }
}

double discounted_sum(std::span<const double> gains, std::span<const double> discounts) {
  const std::size_t places = std::min(gains.size(), discounts.size());
  double sum = 0;
  for (std::size_t i = 0; i < places; ++i) sum += gains[i] * discounts[i];
  return sum;
}

double mean_ndcg(std::span<const double> gains, std::span<const double> discounts,
                 std::span<const double> ideal) {
  assert(gains.size() == ideal.size() && discounts.size() >= gains.size());
  double dcg = 0;
  double sum = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    dcg += gains[i] * discounts[i];
    sum += dcg / ideal[i];
  }
  return sum / static_cast<double>(gains.size());
}

double sum_of_precisions(std::span<const double> relevant, std::span<const std::uint32_t> tie_ends,
                         std::size_t cutoff) {
  double sum = 0;
  double relevant_before = 0;
  std::size_t begin = 0;
  for (const std::size_t end : tie_ends) {
    if (begin >= cutoff) break;
    const double size = static_cast<double>(end - begin);
    const double in_tie = std::accumulate(relevant.begin() + static_cast<std::ptrdiff_t>(begin),
                                          relevant.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    // A place of the tie holds a relevant document with probability in_tie / size; given that, each
    // other place of the tie does with the probability below.
    const double other_relevant = size > 1 ? (in_tie - 1) / (size - 1) : 0;
    for (std::size_t i = begin; in_tie > 0 && i < std::min(end, cutoff); ++i) {
      const double expected_relevant =
          relevant_before + static_cast<double>(i - begin) * other_relevant + 1;
      sum += in_tie / size * (expected_relevant / static_cast<double>(i + 1));
    }
    relevant_before += in_tie;
    begin = end;
  }
  return sum;
}

double reciprocal_rank(std::span<const double> relevant, std::span<const std::uint32_t> tie_ends,
                       std::size_t cutoff) {
  std::size_t begin = 0;
  for (const std::size_t end : tie_ends) {
    if (begin >= cutoff) break;
    const double in_tie = std::accumulate(relevant.begin() + static_cast<std::ptrdiff_t>(begin),
                                          relevant.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    if (in_tie > 0) {
      // Drawing the tie's documents without putting them back until one is relevant.
      double expectation = 0;
      double none_yet = 1;
      for (std::size_t i = begin; i < std::min(end, cutoff) && none_yet > 0; ++i) {
        const double left = static_cast<double>(end - i);
        expectation += none_yet * (in_tie / left) / static_cast<double>(i + 1);
        none_yet *= (left - in_tie) / left;
      }
      return expectation;
    }
    begin = end;
  }
  return 0;
}

double expected_reciprocal_rank(std::span<const double> satisfied,
                                std::span<const std::uint32_t> tie_ends, std::size_t cutoff,
                                std::vector<double>& scratch) {
  double sum = 0;
  double unsatisfied = 1;  // the probability of going on to the tie at `begin`
  std::size_t begin = 0;
  for (const std::size_t end : tie_ends) {
    if (begin >= cutoff) break;
    const std::size_t places = std::min(end, cutoff) - begin;
    if (end - begin == 1) {
      sum += unsatisfied * satisfied[begin] / static_cast<double>(end);
      unsatisfied *= 1 - satisfied[begin];
      begin = end;
      continue;
    }
    // passed[m]: the mean over all sets of m documents of the tie of prod (1 - satisfied), that is,
    // the normalised elementary symmetric mean. With the n-th document x = 1 - satisfied a set of m
    // out of n has x with probability m / n:
    //   passed_n[m] = (n - m) / n passed_{n-1}[m] + m / n x passed_{n-1}[m - 1].
    std::vector<double>& passed = scratch;
    passed.assign(places + 1, 0.0);
    passed[0] = 1;
    for (std::size_t i = begin; i < end; ++i) {
      const double x = 1 - satisfied[i];
      const std::size_t n = i - begin + 1;
      for (std::size_t m = std::min(n, places); m > 0; --m) {
        const double share = static_cast<double>(m) / static_cast<double>(n);
        passed[m] = (1 - share) * passed[m] + share * x * passed[m - 1];
      }
    }
    // E[prod_{i <= m} (1 - R_i) R_{m+1}] = passed[m] - passed[m + 1].
    for (std::size_t m = 0; m < places; ++m) {
      sum += unsatisfied * (passed[m] - passed[m + 1]) / static_cast<double>(begin + m + 1);
    }
    unsatisfied *= passed[places];  // of the whole tie; after a part of one nothing follows
    begin = end;
  }
  return sum;
}

}  // namespace gbrank
