#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gbrank {

/// XXH64 with seed 0 (github.com/Cyan4973/xxHash) of bytes that come in pieces of whole 32-byte
/// blocks: as fast as memory, and any program that knows the algorithm can check the result.
class Checksum {
 public:
  static constexpr std::size_t kBlockBytes = 32;

  /// The size is a multiple of kBlockBytes.
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::uint64_t kPrime1 = 0x9e3779b185ebca87ULL;
  static constexpr std::uint64_t kPrime2 = 0xc2b2ae3d27d4eb4fULL;

  std::array<std::uint64_t, 4> lanes_ = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
  std::uint64_t bytes_ = 0;
};

/// A word that tells texts of any length apart.
std::uint64_t checksum_of(std::string_view text);

}  // namespace gbrank
