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
};

/// Obvious code, std::exp for each pair.
const Kernels& exact_kernels();
/// The best that this machine can run.
const Kernels& fastest_kernels();
/// Every table that this machine can run, the exact one first.
std::span<const Kernels* const> all_kernels();

}  // namespace gbrank
