#include "data/bin_places.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace gbrank {
namespace {

constexpr std::size_t kCodes = std::size_t{std::numeric_limits<std::uint8_t>::max()} + 1;

}  // namespace

std::vector<BinPlace> place_bins(const Binning& binning) {
  std::vector<BinPlace> places(binning.columns.size());
  for (std::size_t c = 0; c < places.size(); ++c) {
    places[c].bins = static_cast<std::uint16_t>(binning.columns[c].value_bins() + 1);
  }
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](auto a, auto b) { return places[a].bins > places[b].bins; });

  std::vector<std::vector<std::uint32_t>> bytes_with(kCodes + 1);  // so many codes in use
  std::uint32_t bytes = 0;
  for (const std::size_t column : order) {
    BinPlace& place = places[column];
    std::size_t codes = kCodes / place.bins;
    while (codes > 1 && bytes_with[codes].empty()) --codes;
    if (codes > 1) {
      place.byte = bytes_with[codes].back();
      bytes_with[codes].pop_back();
    } else {
      place.byte = bytes++;
    }
    place.unit = static_cast<std::uint16_t>(codes);
    bytes_with[codes * place.bins].push_back(place.byte);
  }

  std::uint32_t next = 0;
  std::vector<std::uint32_t> number(bytes, bytes);
  for (BinPlace& place : places) {
    if (number[place.byte] == bytes) number[place.byte] = next++;
    place.byte = number[place.byte];
  }
  return places;
}

std::size_t bytes_of_row(std::span<const BinPlace> places) {
  std::size_t bytes = 0;
  for (const BinPlace& place : places) bytes = std::max<std::size_t>(bytes, place.byte + 1U);
  return bytes;
}

std::vector<std::size_t> values_of_bytes(std::span<const BinPlace> places) {
  std::vector<std::size_t> values(bytes_of_row(places));
  for (const BinPlace& place : places) {
    values[place.byte] = std::max(values[place.byte], std::size_t{place.unit} * place.bins);
  }
  return values;
}

}  // namespace gbrank
