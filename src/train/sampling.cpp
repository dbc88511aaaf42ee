#include "train/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace gbrank {

std::vector<std::uint32_t> sample_without_replacement(std::size_t count, double fraction,
                                                      std::uint64_t key) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  const auto wanted = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::llround(fraction * static_cast<double>(count))));
  if (wanted >= count) return all;
  std::vector<std::uint64_t> rank(count);
  for (std::size_t i = 0; i < count; ++i) rank[i] = random_key(key, i);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(wanted);
  std::nth_element(all.begin(), middle, all.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rank[a] != rank[b] ? rank[a] < rank[b] : a < b;
  });
  all.resize(wanted);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace gbrank
