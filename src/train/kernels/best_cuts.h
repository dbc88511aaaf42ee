// Split search: the same bin of eight columns at a time.

namespace gbrank::GBRANK_TARGET {

/// Exact for words of less than 2^51: such a word is added to the bits of 1.5 * 2^52.
GBRANK_INLINE Doubles to_doubles(Words x) {
  return from_bits(each_word([&](std::size_t p) { return x.part[p] + 0x4338000000000000; })) -
         all(0x1.8p52);
}

/// What goes left of each of eight cuts.
struct LeftSides {
  Doubles gradient;
  Doubles hessian;
  Doubles documents;
};

/// From the cells up to and with each bin, added up. The signs of gradients are kept by the shift.
template <bool kWide>
GBRANK_INLINE LeftSides left_sides(Words first, Words second) {
  if constexpr (kWide) {
    return {to_doubles(first), to_doubles(second >> kWideHessianShift),
            to_doubles(second & kWideDocumentsMask)};
  }
  return {to_doubles(first >> kGradientShift), to_doubles((first >> kHessianShift) & kHessianMask),
          to_doubles(first & kDocumentsMask)};
}

/// One, less than what three roundings can take away.
inline constexpr double kNearly = 1 - 0x1p-50;

/// Score and bin of the best cut so far, of each column.
struct BestCuts {
  Doubles score;
  Doubles bin;
};

/// What the cells up to a bin add up to, in eight columns.
template <bool kWide>
struct RunningSums {
  Words first;
  Words second;

  GBRANK_INLINE void add(const ConstCells& cells, std::size_t bin) {
    first = first + load_words(cells.first + bin * kLanes);
    if constexpr (kWide) second = second + load_words(cells.second + bin * kLanes);
  }
};

/// The best cuts with missing values on one side: on the left where they are what the sums begin
/// with, on the right where these begin with 0. Behind its last bin a column that has fewer bins
/// than others meets its missing values (again): nobody is then right of the cut, or fewer than
/// nobody, so it is not allowed.
template <bool kWide>
BestCuts best_of_bins(const GroupColumns& columns, Doubles value_bins, std::size_t bins,
                      RunningSums<kWide> sums, const LeafSums& total, const CutRules& rules,
                      double above) {
  const Doubles total_gradient = all(static_cast<double>(total.gradient));
  const Doubles total_hessian = all(static_cast<double>(total.hessian));
  const Doubles least_documents = all(rules.least_documents);
  const Doubles most_documents = all(static_cast<double>(total.documents) - rules.least_documents);
  const Doubles least_hessian = all(rules.least_hessian);
  const Doubles l2 = all(rules.l2);
  // Nothing is above infinity.
  Doubles best = select(all(0) < value_bins, all(above), all(__builtin_inf()));
  Doubles best_bin = all(-1);
  for (std::size_t at = 0; at < bins; ++at) {
    const Doubles bin = all(static_cast<double>(at));
    sums.add(columns.cells, at);
    const LeftSides left = left_sides<kWide>(sums.first, sums.second);
    const Doubles right_gradient = total_gradient - left.gradient;
    const Doubles right_hessian = total_hessian - left.hessian;
    const Doubles dl = left.hessian + l2;
    const Doubles dr = right_hessian + l2;
    const Doubles over = left.gradient * left.gradient * dr + right_gradient * right_gradient * dl;
    const Doubles under = dl * dr;
    // Division takes longer than all the rest, and few cuts come near the best so far: those whose
    // product tells that the quotient cannot be above it, rounding included, need none.
    if (!any((best * all(kNearly)) * under < over)) continue;
    Doubles score = over / under;
    score = select(left.documents < least_documents, all(0), score);
    score = select(most_documents < left.documents, all(0), score);
    score = select(left.hessian < least_hessian, all(0), score);
    score = select(right_hessian < least_hessian, all(0), score);
    const Words better = best < score;
    best = select(better, score, best);
    best_bin = select(better, bin, best_bin);
  }
  return {best, best_bin};
}

template <bool kWide>
void best_cuts_of(const GroupColumns& columns, const LeafSums& total, const CutRules& rules,
                  double above, Cut* cuts) {
  double value_bins[kLanes];
  std::int64_t first_missing[kLanes] = {};
  std::int64_t second_missing[kLanes] = {};
  std::int64_t missing = 0;
  std::size_t bins = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    const std::size_t its = columns.value_bins[i];
    value_bins[i] = static_cast<double>(its);
    if (its == 0) continue;
    bins = its > bins ? its : bins;
    first_missing[i] = columns.cells.first[its * kLanes + i];
    if constexpr (kWide) second_missing[i] = columns.cells.second[its * kLanes + i];
    missing |= (kWide ? second_missing[i] & kWideDocumentsMask : first_missing[i] & kDocumentsMask);
  }
  const RunningSums<kWide> none = {all_words(0), all_words(0)};
  const RunningSums<kWide> those = {load_words(first_missing), load_words(second_missing)};
  const Doubles its_bins = load(value_bins);
  const BestCuts right = best_of_bins<kWide>(columns, its_bins, bins, none, total, rules, above);
  const BestCuts left =
      missing == 0 ? right
                   : best_of_bins<kWide>(columns, its_bins, bins, those, total, rules, above);

  double score[2][kLanes];
  double bin[2][kLanes];
  store(right.score, score[0]);
  store(right.bin, bin[0]);
  store(left.score, score[1]);
  store(left.bin, bin[1]);
  for (std::size_t i = 0; i < kLanes; ++i) {
    cuts[i] = Cut();
    for (const int side : {0, 1}) {
      if (bin[side][i] < 0) continue;
      const auto its_bin = static_cast<std::uint32_t>(bin[side][i]);
      const bool equal = score[side][i] == cuts[i].score;
      if (score[side][i] > cuts[i].score || (equal && its_bin < cuts[i].bin)) {
        cuts[i] = {score[side][i], its_bin, side == 1};
      }
    }
  }
}

void best_cuts(const GroupColumns& columns, const LeafSums& total, const CutRules& rules,
               double above, Cut* cuts) {
  columns.cells.second == nullptr ? best_cuts_of<false>(columns, total, rules, above, cuts)
                                  : best_cuts_of<true>(columns, total, rules, above, cuts);
}

}  // namespace gbrank::GBRANK_TARGET
