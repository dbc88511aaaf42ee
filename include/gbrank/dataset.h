#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/metrics.h"

namespace gbrank {

/// How the values of one feature become bins: value x has the bin of the first upper bound >= x, or
/// the last bin. A missing value has the bin after that.
struct FeatureBins {
  std::uint32_t feature = 0;        // from 0: LETOR's index 1 is feature 0
  std::vector<float> upper_bounds;  // ascending; one fewer than there are value bins
  bool has_missing = false;         // in the data that the bounds were made from

  std::uint8_t value_bins() const { return static_cast<std::uint8_t>(upper_bounds.size() + 1); }
  std::uint8_t missing_bin() const { return value_bins(); }
  std::uint8_t bin(float value) const;
  bool operator==(const FeatureBins&) const = default;
};

/// The bins of a whole file. A column is a feature that can be split on: one that is the same in
/// every row has none.
struct Binning {
  std::size_t features = 0;  // the largest index in the file
  int max_bins = 0;          // as asked for
  std::vector<FeatureBins> columns;

  bool operator==(const Binning&) const = default;
};

/// Where the bin of a column is: in a byte of the row. Columns with few bins may share one; its
/// value is then the sum of each one's bin times its unit.
struct BinPlace {
  std::uint32_t byte = 0;
  std::uint16_t unit = 1;
  std::uint16_t bins = 1;  // with that of missing values

  std::uint8_t bin(std::uint8_t value) const {
    return static_cast<std::uint8_t>(value / unit % bins);
  }
  bool operator==(const BinPlace&) const = default;
};

/// Judged queries ready for training: binned features, labels and where each query begins.
/// Immutable once built.
class Dataset {
 public:
  /// The bytes of rows are stored in tiles: for each so many bytes of a row, row after row. A
  /// histogram pass reads one 16-byte word a row, and the histograms of a tile stay in the cache.
  static constexpr std::size_t kTileBytes = 16;

  struct Parts;  // what the reader fills in
  explicit Dataset(Parts parts);
  Dataset(Dataset&&) noexcept;
  Dataset& operator=(Dataset&&) noexcept;
  ~Dataset();

  /// What the data is called in messages: its file.
  const std::string& name() const;
  /// The largest feature index in the data itself, whatever the bins were made from.
  std::size_t largest_index() const;
  std::size_t rows() const;
  std::size_t queries() const { return query_offsets().size() - 1; }
  std::size_t columns() const { return binning().columns.size(); }
  std::size_t row_bytes() const;
  std::size_t tiles() const { return (row_bytes() + kTileBytes - 1) / kTileBytes; }

  std::span<const float> labels() const;
  /// Query q has the rows query_offsets()[q] to query_offsets()[q + 1] - 1.
  std::span<const std::size_t> query_offsets() const;
  std::span<const std::string> query_ids() const;
  JudgedLists judged_lists() const { return {labels(), query_offsets()}; }

  const Binning& binning() const;
  /// One a column.
  std::span<const BinPlace> places() const;
  /// The first byte of a tile: rows() times kTileBytes bytes, 16-byte aligned.
  const std::uint8_t* tile(std::size_t tile) const;
  /// Of the first row; those of the others follow at distances of kTileBytes.
  const std::uint8_t* lane(std::size_t byte) const {
    return tile(byte / kTileBytes) + byte % kTileBytes;
  }
  std::uint8_t bin(std::size_t row, std::size_t column) const {
    const BinPlace& place = places()[column];
    return place.bin(lane(place.byte)[row * kTileBytes]);
  }

 private:
  std::unique_ptr<const Parts> parts_;
};

struct ReadOptions {
  /// The most bins for the values of a feature, 2 to 255. More bins, finer splits; the cost of a
  /// split search grows with them, memory does not.
  int bins = 255;
  /// 0: every core.
  int threads = 0;
};

/// Reads a LETOR / SVMlight file, plain or gzip, "-" for standard input: once to choose the bins,
/// once to fill them. Throws Error with file and line. A binary file of save_dataset is taken as it
/// is, with the bins that it was made with: its bytes are verified and then used where they are
/// mapped.
Dataset read_dataset(const std::string& path, const ReadOptions& options = {});
/// The same with the bins of other data: what validation files need. A binary file must have been
/// made with them.
Dataset read_dataset(const std::string& path, const ReadOptions& options, const Binning& binning);
/// The same from text in memory; `name` stands for the file in messages.
Dataset parse_dataset(std::string_view text, const std::string& name,
                      const ReadOptions& options = {});
Dataset parse_dataset(std::string_view text, const std::string& name, const ReadOptions& options,
                      const Binning& binning);

/// Writes the data as a binary file (docs/data-format.md), which read_dataset opens at once.
void save_dataset(const Dataset& data, const std::string& path);

/// Only what an evaluation needs: labels and queries, no features.
struct Judgements {
  std::vector<float> labels;
  std::vector<std::size_t> offsets;
  std::vector<std::string> query_ids;
  std::vector<std::string> document_ids;  // from "docid = X" in the comments, where asked for

  JudgedLists lists() const { return {labels, offsets, document_ids}; }
};

Judgements read_judgements(const std::string& path, bool with_document_ids = false,
                           int threads = 0);

/// Names of features, one a line. Throws Error for an empty or repeated name.
std::vector<std::string> read_feature_names(const std::string& path);

}  // namespace gbrank
