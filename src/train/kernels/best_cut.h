// Split search: eight bins of a column at a time.

namespace gbrank::GBRANK_TARGET {

/// Exact for words of less than 2^51: such a word is added to the bits of 1.5 * 2^52.
GBRANK_INLINE Doubles to_doubles(Words x) {
  return from_bits(each_word([&](std::size_t p) { return x.part[p] + 0x4338000000000000; })) -
         all(0x1.8p52);
}

GBRANK_INLINE Words load_words(const std::int64_t* from) {
  return each_word([&](std::size_t p) {
    NativeWords part;
    __builtin_memcpy(&part, from + p * kNativeLanes, sizeof part);
    return part;
  });
}

/// What goes left of each of eight cuts.
struct LeftSides {
  Doubles gradient;
  Doubles hessian;
  Doubles documents;
};

/// From the cells up to and with each bin, added up. The signs of gradients are kept by the shift.
template <bool kWide>
GBRANK_INLINE LeftSides left_sides(const std::int64_t* first, const std::int64_t* second) {
  const Words a = load_words(first);
  if constexpr (kWide) {
    const Words b = load_words(second);
    return {to_doubles(a), to_doubles(b >> kWideHessianShift), to_doubles(b & kWideDocumentsMask)};
  }
  return {to_doubles(a >> kGradientShift), to_doubles((a >> kHessianShift) & kHessianMask),
          to_doubles(a & kDocumentsMask)};
}

/// One, less than what three roundings can take away.
inline constexpr double kNearly = 1 - 0x1p-50;

/// Enough for 255 bins, and for what the last vector reads behind them.
inline constexpr std::size_t kMostCuts = 256 + kLanes;

GBRANK_INLINE void sums_up_to(const std::int64_t* cells, std::size_t bins, std::int64_t start,
                              std::int64_t* sums) {
  std::int64_t sum = start;
  for (std::size_t bin = 0; bin < bins; ++bin) sums[bin] = sum += cells[bin];
}

/// The best cut with missing values on one side: on the left where `first_start` and
/// `second_start` are their cell, on the right where they are 0.
template <bool kWide>
Cut best_of_bins(const ColumnCells& column, std::int64_t first_start, std::int64_t second_start,
                 const LeafSums& total, const CutRules& rules, double above) {
  std::int64_t first[kMostCuts];
  std::int64_t second[kWide ? kMostCuts : 1];
  const std::size_t bins = column.value_bins;
  sums_up_to(column.first, bins, first_start, first);
  if constexpr (kWide) sums_up_to(column.second, bins, second_start, second);
  // Cuts behind the last have nobody on the left, so they are never allowed.
  for (std::size_t i = 0; i < kLanes; ++i) {
    first[bins + i] = 0;
    if constexpr (kWide) second[bins + i] = 0;
  }

  const Doubles total_gradient = all(static_cast<double>(total.gradient));
  const Doubles total_hessian = all(static_cast<double>(total.hessian));
  const Doubles least_documents = all(rules.least_documents);
  const Doubles most_documents = all(static_cast<double>(total.documents) - rules.least_documents);
  const Doubles least_hessian = all(rules.least_hessian);
  const Doubles l2 = all(rules.l2);
  Doubles best = all(above);
  Doubles best_bin = all(-1);
  double start[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) start[i] = static_cast<double>(i);
  Doubles bin = load(start);
  for (std::size_t at = 0; at < bins; at += kLanes, bin = bin + all(kLanes)) {
    const LeftSides left = left_sides<kWide>(first + at, kWide ? second + at : nullptr);
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

  double lane_score[kLanes];
  double lane_bin[kLanes];
  store(best, lane_score);
  store(best_bin, lane_bin);
  Cut cut;
  for (std::size_t i = 0; i < kLanes; ++i) {
    if (lane_bin[i] < 0) continue;
    const auto its_bin = static_cast<std::uint32_t>(lane_bin[i]);
    if (lane_score[i] > cut.score || (lane_score[i] == cut.score && its_bin < cut.bin)) {
      cut = {lane_score[i], its_bin, false};
    }
  }
  return cut;
}

template <bool kWide>
Cut best_cut_of(const ColumnCells& column, const LeafSums& total, const CutRules& rules,
                double above) {
  Cut best = best_of_bins<kWide>(column, 0, 0, total, rules, above);
  const std::int64_t first = column.first[column.value_bins];
  const std::int64_t second = kWide ? column.second[column.value_bins] : 0;
  const std::int64_t documents = kWide ? second & kWideDocumentsMask : first & kDocumentsMask;
  if (documents == 0) return best;
  Cut left = best_of_bins<kWide>(column, first, second, total, rules, above);
  left.missing_left = true;
  const bool wins = left.score > best.score || (left.score == best.score && left.bin < best.bin);
  return wins && left.score > 0 ? left : best;
}

Cut best_cut(const ColumnCells& column, const LeafSums& total, const CutRules& rules,
             double above) {
  return column.second == nullptr ? best_cut_of<false>(column, total, rules, above)
                                  : best_cut_of<true>(column, total, rules, above);
}

}  // namespace gbrank::GBRANK_TARGET
