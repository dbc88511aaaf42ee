#include "objective/sinkhorn.h"

#include <algorithm>

#include "base/parallel.h"

namespace gbrank {
namespace {

/// Rows or columns of one piece of work; they do not touch each other, so the number of threads
/// does not matter.
constexpr std::size_t kBlock = 256;

void invert(std::span<double> x) {
  constexpr double kEmpty = 1e-280;
  for (double& value : x) value = value > kEmpty ? 1 / value : 0;
}

/// With eight sums side by side, which is faster than one and always in the same order.
double dot(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t kSums = 8;
  double sums[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (std::size_t s = 0; s < kSums; ++s) sums[s] += a[i + s] * b[i + s];
  }
  for (std::size_t s = 0; i < count; ++i, ++s) sums[s] += a[i] * b[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace

Sinkhorn::Sinkhorn(std::span<const double> p, std::size_t n, std::size_t rounds, int threads,
                   Arena& memory)
    : p_(p),
      n_(n),
      rounds_(rounds),
      threads_(threads),
      u_(memory.take<double>((rounds + 1) * n)),
      v_(memory.take<double>(rounds * n)),
      row_slope_(memory.take<double>(rounds * n)),
      column_slope_(memory.take<double>(rounds * n)),
      gain_(memory.take<double>(n)),
      discount_(memory.take<double>(n)) {
  std::ranges::fill(round_of(u_, 0), 1.0);
  for (std::size_t t = 0; t < rounds; ++t) {
    add_transposed_times(round_of(u_, t), round_of(v_, t));
    invert(round_of(v_, t));
    times(round_of(v_, t), round_of(u_, t + 1));
    invert(round_of(u_, t + 1));
  }
}

double Sinkhorn::total(std::span<const double> gain, std::span<const double> discount) {
  const std::span<const double> u = round_of(u_, rounds_);
  const std::span<const double> v = round_of(v_, rounds_ - 1);
  for (std::size_t i = 0; i < n_; ++i) {
    gain_[i] = gain[i] * u[i];
    discount_[i] = discount[i] * v[i];
  }
  // Both kinds of slopes are by u and v at first, and then by their inverses.
  const std::span<double> last = round_of(row_slope_, rounds_ - 1);
  times(discount_, last);
  const double sum = dot(last.data(), gain_.data(), n_);
  for (std::size_t j = 0; j < n_; ++j) last[j] *= gain[j];

  // d (1 / y) = - dy / y^2; twice times 1 / y, because its square may overflow.
  const auto by_inverse = [&](std::span<double> slope, std::span<const double> inverse) {
    for (std::size_t i = 0; i < n_; ++i) slope[i] = -(slope[i] * inverse[i]) * inverse[i];
  };
  for (std::size_t t = rounds_; t-- > 0;) {
    const std::span<double> rows = round_of(row_slope_, t);
    const std::span<double> columns = round_of(column_slope_, t);
    by_inverse(rows, round_of(u_, t + 1));
    if (t + 1 == rounds_) {
      add_transposed_times(gain_, columns);
      for (std::size_t r = 0; r < n_; ++r) columns[r] *= discount[r];
    }
    add_transposed_times(rows, columns);
    by_inverse(columns, round_of(v_, t));
    if (t > 0) times(columns, round_of(row_slope_, t - 1));
  }
  return sum;
}

void Sinkhorn::write_slopes(std::size_t j, std::span<double> slopes) const {
  for (std::size_t r = 0; r < n_; ++r) slopes[r] = gain_[j] * discount_[r];
  for (std::size_t t = 0; t < rounds_; ++t) {
    const double row = row_slope_[t * n_ + j];
    const double u = u_[t * n_ + j];
    const double* v = &v_[t * n_];
    const double* column = &column_slope_[t * n_];
    for (std::size_t r = 0; r < n_; ++r) slopes[r] += row * v[r] + column[r] * u;
  }
}

void Sinkhorn::times(std::span<const double> x, std::span<double> to) const {
  parallel_blocks(threads_, n_, kBlock, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t j = begin; j < end; ++j) to[j] = dot(&p_[j * n_], x.data(), n_);
  });
}

void Sinkhorn::add_transposed_times(std::span<const double> x, std::span<double> to) const {
  parallel_blocks(threads_, n_, kBlock, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t j = 0; j < n_; ++j) {
      const double* row = &p_[j * n_];
      const double factor = x[j];
      for (std::size_t r = begin; r < end; ++r) to[r] += factor * row[r];
    }
  });
}

}  // namespace gbrank
