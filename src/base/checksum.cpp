#include "base/checksum.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace gbrank {
namespace {

constexpr std::uint64_t kPrime3 = 0x165667b19e3779f9ULL;
constexpr std::uint64_t kPrime4 = 0x85ebca77c2b2ae63ULL;
constexpr std::uint64_t kPrime5 = 0x27d4eb2f165667c5ULL;

}  // namespace

void Checksum::add(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  assert(bytes.size() % kBlockBytes == 0);
  std::array<std::uint64_t, 4> lanes = lanes_;
  for (const char* at = bytes.data(); at != bytes.data() + bytes.size(); at += kBlockBytes) {
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, at + i * sizeof word, sizeof word);
      lanes[i] = std::rotl(lanes[i] + word * kPrime2, 31) * kPrime1;
    }
  }
  lanes_ = lanes;
  bytes_ += bytes.size();
}

std::uint64_t Checksum::value() const {
  std::uint64_t hash = kPrime5;
  if (bytes_ > 0) {
    hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
           std::rotl(lanes_[3], 18);
    for (const std::uint64_t lane : lanes_) {
      hash = (hash ^ std::rotl(lane * kPrime2, 31) * kPrime1) * kPrime1 + kPrime4;
    }
  }
  hash += bytes_;
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

std::uint64_t checksum_of(std::string_view text) {
  Checksum checksum;
  const std::size_t whole = text.size() / Checksum::kBlockBytes * Checksum::kBlockBytes;
  checksum.add(text.substr(0, whole));
  // The rest with zeros behind, and the length, without which zeros at the end would not count.
  char last[2 * Checksum::kBlockBytes] = {};
  const std::uint64_t size = text.size();
  std::memcpy(last, text.data() + whole, text.size() - whole);
  std::memcpy(last + Checksum::kBlockBytes, &size, sizeof size);
  checksum.add({last, sizeof last});
  return checksum.value();
}

}  // namespace gbrank
