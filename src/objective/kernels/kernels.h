#pragma once

#include <cstddef>
#include <span>

namespace gbrank {

/// Arrays that kernels read or write have this many elements to spare behind their end, so that the
/// last vector of a range need not be cut. What stands there is never used.
inline constexpr std::size_t kSpareElements = 8;

/// The documents of one query as arrays, in the order in which its pairs are formed. An array that
/// a kernel does not name may be null.
struct PairDocuments {
  const double* score = nullptr;     // times the steepness of the sigmoid
  const double* up = nullptr;        // exp(score - middle), unless wide
  const double* down = nullptr;      // exp(middle - score), unless wide
  bool wide = false;                 // the scores are too far apart for up and down
  double steepness = 1;              // alpha: the scale of the sigmoid that is in `score`
  const double* gain = nullptr;      // lambda_row: over maxDCG
  const double* discount = nullptr;  // lambda_row: of the document's rank
  const double* slope = nullptr;     // ..._slopes: d loss / d rank of the document
};

/// One document against those from `begin` up to `end`.
struct PairRow {
  std::size_t row;
  std::size_t begin;
  std::size_t end;
};

/// softndcg: a document's contests are taken eight at a time, so that a block of them moves it by 0
/// to 8 ranks, one vector. Eight blocks are a group: what belongs to contest c of block b of a
/// group stands at 8 c + b, and so all kernels that look into blocks work on eight at once. The
/// last block, and the blocks up to the end of the last group, may have contests of chance 0.
inline constexpr std::size_t kBlockContests = 8;
inline constexpr std::size_t kGroupBlocks = 8;
inline constexpr std::size_t kGroupContests = kBlockContests * kGroupBlocks;
/// A block's distribution of 0 to 8 wins.
inline constexpr std::size_t kGroupTaps = (kBlockContests + 1) * kGroupBlocks;

/// Of the sum of independent contests.
struct MeanAndVariance {
  double mean;
  double variance;
};

/// Inner loops over pairs. One table for each instruction set, with the same bits from each, and
/// one of obvious code with std::exp to compare them with.
///
/// A factor exp(s_i - s_j) is the product exp(s_i) exp(-s_j): n exponentials serve n^2 pairs, and
/// it is exact to a few units in the last place. Only where scores of a query are more than 700
/// apart, so that these overflow, does each pair have an exponential of its own.
struct Kernels {
  const char* name;

  /// exp of each number, within 1e-15 of its value; beyond +-700 as if it were there. In place.
  void (*exponentials)(double* x, std::size_t count);
  /// above[i] = how many of the scores are greater than score i. Both have elements to spare.
  void (*count_above)(const double* scores, std::size_t count, double* above);

  /// ranknet, the row's document being the better: its loss log(1 + exp(-x)), x = s_row - s_j, into
  /// gradient and hessian of both documents. The sum of the losses is returned if it is wanted, and
  /// otherwise 0.
  double (*logistic_row)(const PairDocuments&, PairRow, bool wants_loss, double* gradient,
                         double* hessian);
  /// The same with each pair times |gain_row - gain_j| |discount_row - discount_j|; `better` says
  /// whether the row's document is the better one.
  double (*lambda_row)(const PairDocuments&, PairRow, bool better, bool wants_loss,
                       double* gradient, double* hessian);
  /// gbrank, the row's document being the better: 1/2 max(0, margin - x)^2, x = s_row - s_j.
  double (*hinge_row)(const PairDocuments&, PairRow, double margin, double* gradient,
                      double* hessian);

  /// sdcg: with G = 1 / (1 + exp(x)), x = s_row - s_j, adds G to the rank of the row and 1 - G to
  /// that of j.
  void (*sigmoid_ranks)(const PairDocuments&, PairRow, double* rank);
  /// Adds what that sends back: t = (slope_row - slope_j) dG/ds to the row's gradient, -t to that
  /// of j, and |t| times the steepness to both hessians.
  void (*sigmoid_slopes)(const PairDocuments&, PairRow, double* gradient, double* hessian);
  /// shf-sdcg, the row's document being the better: the smoothed hinge A(x) is G for x >= 0 and its
  /// tangent at 0 below. Adds A to the rank of the row and 1 + A to that of j.
  void (*smooth_hinge_ranks)(const PairDocuments&, PairRow, double* rank);
  /// Adds what that sends back: t = (slope_row + slope_j) dA/ds, as above.
  void (*smooth_hinge_slopes)(const PairDocuments&, PairRow, double* gradient, double* hessian);

  /// softndcg: chance[i] = Phi(x), x = score[i] - against, to a relative error of 1e-12 of the
  /// smaller of it and 1 - it, and the density of the Gaussian at x. Beyond `reach`, at most 37,
  /// the chance is 0 or 1 and the density 0. Returns mean and variance of the number of wins.
  MeanAndVariance (*contests)(const double* score, std::size_t count, double against, double reach,
                              double* chance, double* density);
  /// The distribution of the number of wins of each block: `taps` has those of a group behind each
  /// other, that of w wins of block b at 8 w + b.
  void (*block_taps)(const double* chance, std::size_t groups, double* taps);
  /// One block forward: to(r) = sum over w of tap(w) from(r - w), for `vectors` times 8 ranks. One
  /// vector before `from` and those up to the end of `to` are read: zeros where there is nothing.
  void (*block_forward)(const double* taps, const double* from, std::size_t vectors, double* to);
  /// The same block backward, for the `vectors` that `from` had: overlap(w) = sum over r of
  /// from(r) value(r + w), w = 0 to 7, each at 8 w; then, in place, value(r) becomes the sum over w
  /// of tap(w) value(r + w). One vector more of `value` is read.
  void (*block_backward)(const double* taps, const double* from, std::size_t vectors, double* value,
                         double* overlap);
  /// For each contest, the sum over w of overlap(w) times the chance that the other contests of its
  /// block have w wins.
  void (*block_slopes)(const double* chance, const double* overlap, std::size_t groups,
                       double* slope);
  /// Adds t = slope[i] density[i] steepness to gradient[i] and takes it from the row's, and adds
  /// |t| times the steepness to the hessian of both.
  void (*contest_forces)(const double* slope, const double* density, double steepness,
                         std::size_t row, std::size_t count, double* gradient, double* hessian);
};

/// Obvious code, std::exp for each pair.
const Kernels& exact_kernels();
/// The best that this machine can run.
const Kernels& fastest_kernels();
/// Every table that this machine can run, the exact one first.
std::span<const Kernels* const> all_kernels();

}  // namespace gbrank
