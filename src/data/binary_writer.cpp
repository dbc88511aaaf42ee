#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/dataset.h"

#include "base/checksum.h"
#include "base/file.h"
#include "data/binary_layout.h"

namespace gbrank {
namespace {

template <typename T>
std::string_view bytes_of(const T* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

/// Appends a part of the file, filled up with zeros to where the next one begins.
template <typename Items>
void append_filled(std::string& bytes, const Items& items) {
  bytes += bytes_of(std::data(items), std::size(items));
  bytes.resize(BinarySections::aligned(bytes.size()));
}

}  // namespace

void save_dataset(const Dataset& data, const std::string& path) {
  static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));  // query offsets
  BinaryHeader header{};
  std::copy(kBinaryMagic.begin(), kBinaryMagic.end(), header.magic);
  header.version = kBinaryVersion;
  header.rows = data.rows();
  header.queries = data.queries();
  header.features = data.binning().features;
  header.largest_index = data.largest_index();
  header.max_bins = static_cast<std::uint32_t>(data.binning().max_bins);
  header.columns = static_cast<std::uint32_t>(data.columns());
  header.row_bytes = data.row_bytes();

  std::vector<BinaryColumn> columns;
  std::vector<float> bounds;
  for (const FeatureBins& bins : data.binning().columns) {
    columns.push_back({bins.feature, static_cast<std::uint16_t>(bins.upper_bounds.size()),
                       static_cast<std::uint8_t>(bins.has_missing), 0});
    bounds.insert(bounds.end(), bins.upper_bounds.begin(), bins.upper_bounds.end());
  }
  header.bounds = bounds.size();
  std::vector<std::uint32_t> id_lengths;
  std::string ids;
  for (const std::string& id : data.query_ids()) {
    id_lengths.push_back(static_cast<std::uint32_t>(id.size()));
    ids += id;
  }
  header.id_bytes = ids.size();
  header.file_bytes = BinarySections(header).end;

  std::string before_tiles;
  append_filled(before_tiles, columns);
  append_filled(before_tiles, bounds);
  append_filled(before_tiles, data.labels());
  append_filled(before_tiles, data.query_offsets());
  append_filled(before_tiles, id_lengths);
  append_filled(before_tiles, ids);
  const std::string_view tiles =
      bytes_of(data.tile(0), data.tiles() * data.rows() * Dataset::kTileBytes);
  const std::size_t whole = tiles.size() / BinarySections::kAlignment * BinarySections::kAlignment;
  std::string last_tile_bytes;
  append_filled(last_tile_bytes, tiles.substr(whole));

  const std::string_view parts[] = {before_tiles, tiles.substr(0, whole), last_tile_bytes};
  Checksum checksum;
  checksum.add(bytes_of(&header, 1).substr(kChecksumBegin));
  for (const std::string_view part : parts) checksum.add(part);
  header.checksum = checksum.value();

  AtomicFile file(path);
  file.write(bytes_of(&header, 1));
  for (const std::string_view part : parts) file.write(part);
  file.commit();
}

}  // namespace gbrank
