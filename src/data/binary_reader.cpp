#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/checksum.h"
#include "base/file.h"
#include "base/parallel.h"
#include "data/bin_places.h"
#include "data/binary_dataset.h"
#include "data/binary_layout.h"
#include "data/binner.h"
#include "data/dataset_parts.h"
#include "data/letor_reader.h"

namespace gbrank {
namespace {

/// One that says what was found and what was expected, of a file that is not what it should be.
template <typename... Arguments>
Error bad(const std::string& name, fmt::format_string<Arguments...> format,
          Arguments&&... arguments) {
  return Error(fmt::format("{}: the binary dataset is damaged: {}", name,
                           fmt::format(format, std::forward<Arguments>(arguments)...)));
}

void check_range(const std::string& name, const char* what, std::uint64_t found,
                 std::uint64_t least, std::uint64_t most) {
  if (found >= least && found <= most) return;
  throw bad(name, "found {} {}, expected {} to {}", found, what, least, most);
}

/// Reads the header and verifies the file against it: first that it is whole, then each count
/// against its limit, so that sizes can be computed from them, and these against the file.
BinaryHeader read_header(std::string_view bytes, const std::string& name) {
  BinaryHeader h{};
  if (bytes.size() < sizeof h) {
    throw bad(name, "found {} bytes, expected at least {}", bytes.size(), sizeof h);
  }
  std::memcpy(&h, bytes.data(), sizeof h);
  if (!bytes.starts_with(kBinaryMagic)) {
    throw bad(name, "its first {} bytes are not those of such a file; was it transferred as text?",
              kBinaryMagic.size());
  }
  if (h.version != kBinaryVersion) {
    throw Error(
        fmt::format("{}: found a binary dataset of version {}, expected {}; convert the "
                    "text again with this gbrank",
                    name, h.version, kBinaryVersion));
  }
  if (h.file_bytes != bytes.size()) {
    throw bad(name, "found {} bytes, expected {}", bytes.size(), h.file_bytes);
  }
  if (bytes.size() % BinarySections::kAlignment != 0) {
    throw bad(name, "found {} bytes, expected a multiple of {}", bytes.size(),
              BinarySections::kAlignment);
  }
  Checksum checksum;
  checksum.add(bytes.substr(kChecksumBegin));
  if (checksum.value() != h.checksum) {
    throw bad(name, "found checksum {:016x}, expected {:016x}", checksum.value(), h.checksum);
  }

  check_range(name, "rows", h.rows, 1, kMaxRows);
  check_range(name, "queries", h.queries, 1, h.rows);
  check_range(name, "features", h.features, 0, kMaxFeatureIndex);
  check_range(name, "as the largest index", h.largest_index, 0, kMaxFeatureIndex);
  check_range(name, "bins", h.max_bins, 2, kMaxValueBins);
  check_range(name, "columns", h.columns, 0, h.features);
  check_range(name, "bytes a row", h.row_bytes, 0, h.columns);
  check_range(name, "bounds", h.bounds, 0, h.columns * (kMaxValueBins - 1));
  check_range(name, "bytes of query ids", h.id_bytes, h.queries, bytes.size());
  const std::uint64_t end = BinarySections(h).end;
  if (end != bytes.size()) {
    throw bad(name, "found {} bytes, expected {} for its rows and columns", bytes.size(), end);
  }
  return h;
}

template <typename T>
std::vector<T> read_items(std::string_view bytes, std::uint64_t begin, std::uint64_t count) {
  std::vector<T> items(count);
  if (count > 0) std::memcpy(items.data(), bytes.data() + begin, count * sizeof(T));
  return items;
}

Binning read_binning(std::string_view bytes, const BinaryHeader& h, const std::string& name) {
  const BinarySections sections(h);
  Binning binning{h.features, static_cast<int>(h.max_bins), {}};
  const auto bounds = read_items<float>(bytes, sections.bounds, h.bounds);
  auto next = bounds.begin();
  for (const BinaryColumn& c : read_items<BinaryColumn>(bytes, sections.columns, h.columns)) {
    const bool in_order = binning.columns.empty() || binning.columns.back().feature < c.feature;
    if (c.feature >= h.features || !in_order || c.has_missing > 1) {
      throw bad(name, "found column {} of feature {}, expected ascending ones up to {}",
                binning.columns.size() + 1, c.feature + 1ULL, h.features);
    }
    check_range(name, "bounds of a feature", c.bounds, c.has_missing != 0 ? 0 : 1, h.max_bins - 1);
    check_range(name, "bounds of a feature", c.bounds, 0,
                static_cast<std::uint64_t>(bounds.end() - next));
    FeatureBins& bins = binning.columns.emplace_back();
    bins.feature = c.feature;
    bins.has_missing = c.has_missing != 0;
    bins.upper_bounds.assign(next, next + c.bounds);
    next += c.bounds;
    const auto ascend = [](float a, float b) { return !(a < b); };
    const bool sorted =
        std::ranges::adjacent_find(bins.upper_bounds, ascend) == bins.upper_bounds.end();
    if (!sorted ||
        !std::ranges::all_of(bins.upper_bounds, [](float b) { return std::isfinite(b); })) {
      throw bad(name, "found bounds of feature {} that do not ascend", c.feature + 1ULL);
    }
  }
  if (next != bounds.end()) throw bad(name, "found bounds that belong to no column");
  return binning;
}

void read_rows(std::string_view bytes, const BinaryHeader& h, Dataset::Parts& parts) {
  const BinarySections sections(h);
  parts.labels = read_items<float>(bytes, sections.labels, h.rows);
  for (const float label : parts.labels) {
    if (!(label >= 0) || std::isinf(label)) {
      throw bad(parts.name, "found label {}, expected a number of 0 or more", label);
    }
  }
  parts.query_offsets = read_items<std::size_t>(bytes, sections.offsets, h.queries + 1);
  if (parts.query_offsets.front() != 0 || parts.query_offsets.back() != h.rows ||
      std::ranges::adjacent_find(parts.query_offsets, std::greater_equal<>()) !=
          parts.query_offsets.end()) {
    throw bad(parts.name, "found queries that do not follow one another from row 1 to {}", h.rows);
  }
  std::string_view ids = bytes.substr(sections.ids, h.id_bytes);
  for (const auto length : read_items<std::uint32_t>(bytes, sections.id_lengths, h.queries)) {
    check_range(parts.name, "bytes of a query id", length, 1, ids.size());
    parts.query_ids.emplace_back(ids.substr(0, length));
    ids.remove_prefix(length);
  }
  if (!ids.empty()) throw bad(parts.name, "found {} bytes of ids too many", ids.size());
}

/// Which values each byte of a tile's rows has.
using UsedValues = std::array<std::array<bool, 256>, Dataset::kTileBytes>;

UsedValues used_values(const std::uint8_t* tile, std::size_t rows) {
  UsedValues used{};
  for (std::size_t row = 0; row < rows; ++row, tile += Dataset::kTileBytes) {
    for (std::size_t lane = 0; lane < used.size(); ++lane) used[lane][tile[lane]] = true;
  }
  return used;
}

/// Training adds to a histogram at the place of a byte's value, so one that is no bin of any column
/// would be written to memory that is none.
void check_bins(const Dataset::Parts& parts, std::size_t rows, int threads, bool other_bins) {
  std::vector<std::vector<std::size_t>> columns_of(bytes_of_row(parts.places));
  for (std::size_t c = 0; c < parts.places.size(); ++c) {
    columns_of[parts.places[c].byte].push_back(c);
  }
  const std::vector<std::size_t> values = values_of_bytes(parts.places);
  const auto check = [&](std::size_t byte, std::size_t value) {
    if (byte >= values.size()) {
      if (value != 0) throw bad(parts.name, "found bins beyond the last column");
      return;
    }
    if (value >= values[byte]) {
      const FeatureBins& bins = parts.binning.columns[columns_of[byte].front()];
      throw bad(parts.name, "found {} in the byte of feature {}, expected at most {}", value,
                bins.feature + 1ULL, values[byte] - 1);
    }
    for (const std::size_t c : columns_of[byte]) {
      const FeatureBins& bins = parts.binning.columns[c];
      if (bins.has_missing || other_bins) continue;
      if (parts.places[c].bin(static_cast<std::uint8_t>(value)) < bins.missing_bin()) continue;
      throw Error(fmt::format(
          "{}: feature {} has missing values, and the data that the bins came from has none: "
          "this file can be validated on, not trained on",
          parts.name, bins.feature + 1ULL));
    }
  };
  const std::size_t tiles = (values.size() + Dataset::kTileBytes - 1) / Dataset::kTileBytes;
  parallel_for(threads, tiles, [&](std::size_t tile, int) {
    const UsedValues used =
        used_values(parts.tiles.get() + tile * rows * Dataset::kTileBytes, rows);
    for (std::size_t lane = 0; lane < used.size(); ++lane) {
      for (std::size_t value = 0; value < used[lane].size(); ++value) {
        if (used[lane][value]) check(tile * Dataset::kTileBytes + lane, value);
      }
    }
  });
}

}  // namespace

bool is_binary_dataset(std::string_view bytes) {
  // The name in the magic, without the line ends behind it, which a transfer may have changed.
  constexpr std::string_view kName = kBinaryMagic.substr(0, 4);
  return !bytes.empty() && kName.starts_with(bytes.substr(0, kName.size()));
}

void refuse_binary_dataset(std::string_view bytes, const std::string& name) {
  if (!is_binary_dataset(bytes)) return;
  throw Error(name +
              ": is a binary dataset, which has bins in the place of values; gbrank fit takes it "
              "as --train and --valid, here LETOR text is expected");
}

void refuse_binary_file(const std::string& path) {
  struct stat status {};
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const FileDescriptor file = open_for_reading(path);
  char begin[kBinaryMagic.size()];
  const ssize_t n = pread(file.get(), begin, sizeof begin, 0);
  if (n > 0) refuse_binary_dataset({begin, static_cast<std::size_t>(n)}, path);
}

Dataset open_binary_dataset(TextFile file, int threads, bool other_bins) {
  const auto owner = std::make_shared<const TextFile>(std::move(file));
  const std::string_view bytes = owner->text();
  Dataset::Parts parts;
  parts.name = owner->name();
  const BinaryHeader header = read_header(bytes, parts.name);
  parts.largest_index = header.largest_index;
  parts.binning = read_binning(bytes, header, parts.name);
  parts.places = place_bins(parts.binning);
  const std::size_t row_bytes = bytes_of_row(parts.places);
  check_range(parts.name, "bytes a row", header.row_bytes, row_bytes, row_bytes);
  read_rows(bytes, header, parts);
  const char* const tiles = bytes.data() + BinarySections(header).tiles;
  parts.tiles =
      std::shared_ptr<const std::uint8_t[]>(owner, reinterpret_cast<const std::uint8_t*>(tiles));
  check_bins(parts, header.rows, threads, other_bins);
  return Dataset(std::move(parts));
}

}  // namespace gbrank
