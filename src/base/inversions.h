#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbrank {

/// Pairs whose earlier value is the greater one, counted in a merge sort: n log n, where comparing
/// all pairs would be n^2. The values are sorted; `buffer` is any vector.
template <typename T>
std::uint64_t sort_counting_inversions(std::vector<T>& values, std::vector<T>& buffer) {
  const std::size_t n = values.size();
  buffer.resize(n);
  std::uint64_t pairs = 0;
  for (std::size_t width = 1; width < n; width *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, n);
      const std::size_t end = std::min(begin + 2 * width, n);
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        if (right == end || (left < middle && values[left] <= values[right])) {
          buffer[out] = values[left++];
        } else {
          pairs += middle - left;  // all that is left of the earlier half is greater
          buffer[out] = values[right++];
        }
      }
    }
    values.swap(buffer);
  }
  return pairs;
}

}  // namespace gbrank
