#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "c_api/score_call.h"

using namespace gbrank;

namespace {

/// Offsets within the entries, each as large as the one before it or larger.
template <typename Offset>
void check_offsets(std::span<const Offset> offsets, std::size_t entries) {
  if (offsets[0] < 0) {
    throw bad_argument(fmt::format("offsets[0] is {}, expected 0 or more", offsets[0]));
  }
  const auto fall = std::ranges::adjacent_find(offsets, std::ranges::greater{});
  if (fall != offsets.end()) {
    const auto at = fall - offsets.begin();
    throw bad_argument(fmt::format("offsets[{}] is {}, less than offsets[{}], which is {}", at + 1,
                                   *(fall + 1), at, *fall));
  }
  if (static_cast<std::size_t>(offsets.back()) > entries) {
    throw bad_argument(fmt::format("offsets[{}] is {}, expected {} or less, the entries",
                                   offsets.size() - 1, offsets.back(), entries));
  }
}

/// Indices from `begin` to `end` that are columns.
void check_indices(const std::int32_t* indices, std::size_t begin, std::size_t end,
                   std::size_t columns) {
  // One pass that vector instructions can do; negative indices are the largest here.
  std::uint32_t largest = 0;
  for (std::size_t e = begin; e < end; ++e) {
    largest = std::max(largest, static_cast<std::uint32_t>(indices[e]));
  }
  if (begin == end || largest < std::min<std::size_t>(columns, std::uint32_t{1} << 31)) return;
  const auto bad = [&](std::int32_t i) { return i < 0 || static_cast<std::size_t>(i) >= columns; };
  const std::int32_t* first = std::find_if(indices + begin, indices + end, bad);
  throw bad_argument(
      fmt::format("indices[{}] is {}, expected 0 or more and less than {}, the columns",
                  first - indices, *first, columns));
}

/// The offsets as the predictor takes them: themselves where they are of its size.
template <typename Offset>
class SizeOffsets {
 public:
  explicit SizeOffsets(std::span<const Offset> offsets) : offsets_(offsets) {
    if constexpr (!kSame) copy_.assign(offsets.begin(), offsets.end());
  }

  std::span<const std::size_t> get() const {
    if constexpr (kSame) {
      // A type and its unsigned one may be read as each other.
      return {reinterpret_cast<const std::size_t*>(offsets_.data()), offsets_.size()};
    } else {
      return copy_;
    }
  }

 private:
  static constexpr bool kSame = std::is_same_v<std::make_unsigned_t<Offset>, std::size_t>;
  std::span<const Offset> offsets_;
  std::vector<std::size_t> copy_;
};

template <typename Offset>
void predict_csr(const ScoreCall& call, const Offset* all_offsets, const std::int32_t* indices,
                 const float* values, std::size_t entries) {
  call.check();
  if (call.rows == 0) return;
  check_given(all_offsets, "offsets");
  const std::span offsets(all_offsets, call.rows + 1);
  check_offsets(offsets, entries);
  const auto end = static_cast<std::size_t>(offsets.back());
  if (entries > 0) {
    check_given(indices, "indices");
    check_given(values, "values");
    check_indices(indices, static_cast<std::size_t>(offsets[0]), end, call.columns);
  }
  const SizeOffsets<Offset> sizes(offsets);
  // Not negative, so the same as unsigned numbers.
  const auto* features = reinterpret_cast<const std::uint32_t*>(indices);
  call.score(SparseRows{sizes.get(), {features, end}, {values, end}});
}

}  // namespace

int gbrank_predict_csr(const gbrank_model* model, const int64_t* offsets, const int32_t* indices,
                       const float* values, size_t rows, size_t columns, size_t entries,
                       double* scores, int threads) {
  return status_of([&] {
    predict_csr(ScoreCall{model, rows, columns, scores, threads}, offsets, indices, values,
                entries);
  });
}

int gbrank_predict_csr32(const gbrank_model* model, const int32_t* offsets, const int32_t* indices,
                         const float* values, size_t rows, size_t columns, size_t entries,
                         double* scores, int threads) {
  return status_of([&] {
    predict_csr(ScoreCall{model, rows, columns, scores, threads}, offsets, indices, values,
                entries);
  });
}
