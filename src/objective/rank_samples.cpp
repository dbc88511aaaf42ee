#include "objective/rank_samples.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/parallel.h"
#include "base/random.h"

namespace gbrank {
namespace {

/// Of one query.
class Sampler {
 public:
  explicit Sampler(std::span<const float> labels) : level_(labels.size()), order_(labels.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::greater<>{}, [&](std::uint32_t i) { return labels[i]; });
    for (std::size_t r = 0; r < order_.size(); ++r) {
      if (r == 0 || labels[order_[r]] != labels[order_[r - 1]]) begin_.push_back(r);
      level_[order_[r]] = begin_.size() - 1;
    }
    levels_ = begin_.size();
    begin_.push_back(order_.size());
  }

  /// Writes the ranks, from 1, of vector `sample` of `samples`, for document i at i * samples.
  template <typename Rank>
  void draw(std::size_t sample, std::size_t samples, Random random, Rank* ranks) {
    const auto share = [&](double part) {
      return static_cast<std::size_t>(std::lround(part * static_cast<double>(samples)));
    };
    const std::size_t upper = 1 + share(0.35);
    const std::size_t lower = upper + share(0.20);
    const std::size_t half = (levels_ + 2) / 2;
    const std::size_t third = std::max<std::size_t>(1, levels_ / 3);

    swapped_ = level_;
    if (sample == 0) {
      // The ideal order.
    } else if (sample < upper) {
      swap_neighbours(0, half, random);
    } else if (sample < lower) {
      swap_neighbours(levels_ - half, levels_, random);
    } else if ((sample - lower) % 2 == 0) {
      const std::size_t highest = 1 + random.below(third);
      const std::size_t lowest = 1 + random.below(third);
      swap({0, highest}, {levels_ - lowest, levels_}, random);
    } else {
      std::ranges::fill(swapped_, 0U);  // one level: all ties
    }

    // Documents come in random order and queue up behind their level.
    next_ = begin_;
    shuffled_ = order_;
    shuffle(shuffled_, shuffled_.size(), random);
    for (const std::uint32_t i : shuffled_) {
      ranks[i * samples] = static_cast<Rank>(++next_[swapped_[i]]);
    }
  }

 private:
  struct Levels {
    std::size_t begin;
    std::size_t end;
  };

  /// Draws the first `count` at random.
  static void shuffle(std::vector<std::uint32_t>& documents, std::size_t count, Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(documents[i], documents[i + random.below(documents.size() - i)]);
    }
  }

  void swap_neighbours(std::size_t begin, std::size_t end, Random& random) {
    const std::size_t boundary = begin + 1 + random.below(end - begin - 1);
    const std::size_t above = 1 + random.below(boundary - begin);
    const std::size_t below = 1 + random.below(end - boundary);
    swap({boundary - above, boundary}, {boundary, boundary + below}, random);
  }

  void swap(Levels a, Levels b, Random& random) {
    const auto fill = [&](Levels levels, std::vector<std::uint32_t>& documents) {
      documents.assign(order_.begin() + static_cast<std::ptrdiff_t>(begin_[levels.begin]),
                       order_.begin() + static_cast<std::ptrdiff_t>(begin_[levels.end]));
    };
    fill(a, above_);
    fill(b, below_);
    const std::size_t count = 1 + random.below(std::min(above_.size(), below_.size()));
    shuffle(above_, count, random);
    shuffle(below_, count, random);
    for (std::size_t i = 0; i < count; ++i) std::swap(swapped_[above_[i]], swapped_[below_[i]]);
  }

  std::vector<std::size_t> level_;    // of a document; 0 is the highest
  std::vector<std::uint32_t> order_;  // documents by level
  std::size_t levels_;
  std::vector<std::size_t> begin_;  // of each level in order_, and the end of the last
  std::vector<std::size_t> swapped_, next_;
  std::vector<std::uint32_t> shuffled_, above_, below_;
};

}  // namespace

void RankSamples::build(const QueryLists& queries, std::size_t samples) {
  samples_ = samples;
  place_.assign(queries.queries(), kNone);
  std::size_t narrow = 0;
  std::size_t wide = 0;
  for (std::size_t q = 0; q < queries.queries(); ++q) {
    const std::span<const float> labels = queries.labels_of(q);
    if (std::ranges::adjacent_find(labels, std::not_equal_to<>{}) == labels.end()) continue;
    std::size_t& end = labels.size() <= kMostNarrow ? narrow : wide;
    place_[q] = end;
    end += labels.size() * samples;
  }
  narrow_.resize(narrow);
  wide_.resize(wide);
  parallel_for(queries.threads, queries.queries(), [&](std::size_t q, int) {
    if (!has(q)) return;
    const std::span<const float> labels = queries.labels_of(q);
    Sampler sampler(labels);
    const auto draw = [&](auto* ranks) {
      for (std::size_t k = 0; k < samples; ++k) {
        // The word keeps these streams apart from those of the rounds.
        constexpr std::uint64_t kSamples = 0x72616e6b73ULL;
        sampler.draw(k, samples, Random(random_key(queries.seed, kSamples, q, k)), ranks + k);
      }
    };
    if (labels.size() <= kMostNarrow) {
      draw(narrow_.data() + place_[q]);
    } else {
      draw(wide_.data() + place_[q]);
    }
  });
}

}  // namespace gbrank
