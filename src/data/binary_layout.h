#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gbrank/dataset.h"

namespace gbrank {

// The binary dataset, as docs/data-format.md tells it. All numbers are little-endian.
static_assert(std::endian::native == std::endian::little);

/// A byte that no text begins with, and line ends that a transfer as text would change.
inline constexpr std::string_view kBinaryMagic = "\x89GBD\r\n\x1a\n";
inline constexpr std::uint64_t kBinaryVersion = 2;

struct BinaryHeader {
  char magic[8];
  std::uint64_t version;
  std::uint64_t file_bytes;
  std::uint64_t checksum;  // of every byte after it
  std::uint64_t rows;
  std::uint64_t queries;
  std::uint64_t features;
  std::uint64_t largest_index;
  std::uint32_t max_bins;
  std::uint32_t columns;
  std::uint64_t bounds;  // of all columns
  std::uint64_t id_bytes;
  std::uint64_t row_bytes;  // that hold bins: the columns, less those that share one
  std::uint8_t zeros[32];
};
static_assert(sizeof(BinaryHeader) == 128);
inline constexpr std::size_t kChecksumBegin = offsetof(BinaryHeader, checksum) + 8;

struct BinaryColumn {
  std::uint32_t feature;
  std::uint16_t bounds;
  std::uint8_t has_missing;
  std::uint8_t zero;
};
static_assert(sizeof(BinaryColumn) == 8);

/// Where the parts of the file begin, one after the other, each filled up with zeros to the next
/// multiple of 64 bytes. They follow from the counts in the header alone.
struct BinarySections {
  static constexpr std::uint64_t kAlignment = 64;
  static constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  /// The counts must be within their limits, so that no sum can leave 64 bits.
  explicit BinarySections(const BinaryHeader& h)
      : columns(sizeof(BinaryHeader)),
        bounds(columns + aligned(h.columns * sizeof(BinaryColumn))),
        labels(bounds + aligned(h.bounds * sizeof(float))),
        offsets(labels + aligned(h.rows * sizeof(float))),
        id_lengths(offsets + aligned((h.queries + 1) * sizeof(std::uint64_t))),
        ids(id_lengths + aligned(h.queries * sizeof(std::uint32_t))),
        tiles(ids + aligned(h.id_bytes)),
        end(tiles + aligned((h.row_bytes + Dataset::kTileBytes - 1) / Dataset::kTileBytes * h.rows *
                            Dataset::kTileBytes)) {}

  std::uint64_t columns;
  std::uint64_t bounds;
  std::uint64_t labels;
  std::uint64_t offsets;
  std::uint64_t id_lengths;
  std::uint64_t ids;
  std::uint64_t tiles;
  std::uint64_t end;
};

}  // namespace gbrank
