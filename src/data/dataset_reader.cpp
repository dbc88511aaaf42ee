#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "gbrank/dataset.h"
#include "gbrank/error.h"

#include "base/aligned.h"
#include "base/free_memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "data/bin_places.h"
#include "data/bin_search.h"
#include "data/binary_dataset.h"
#include "data/binner.h"
#include "data/dataset_parts.h"
#include "data/feature_summary.h"
#include "data/letor_reader.h"
#include "data/text_source.h"

namespace gbrank {
namespace {

/// Quantiles come from rows that together have about this much text: all rows of a small file, and
/// a bound on memory that holds for wide files as well as for long ones.
constexpr std::size_t kSampleBytes = std::size_t{64} << 20;

/// Which rows are in the sample: a pure function of their place in the text.
class RowSampler {
 public:
  explicit RowSampler(std::size_t text_bytes)
      : rate_(static_cast<double>(kSampleBytes) / static_cast<double>(text_bytes)) {}

  bool takes(std::size_t chunk, std::size_t row_in_chunk) const {
    return rate_ >= 1 || Random(random_key(0, chunk, row_in_chunk)).uniform() < rate_;
  }

 private:
  double rate_;
};

struct SummarySink {
  ChunkRows& rows;
  FeatureSummary& summary;
  const RowSampler& sampler;
  std::size_t chunk;

  void row(const LetorLine&) { summary.begin_row(sampler.takes(chunk, rows.labels.size())); }
  void feature(std::uint32_t index, float value) { summary.add(index, value); }
  void end_row(const LetorLine& line, std::size_t offset) { rows.add(line, offset); }
};

struct RowsSink {
  ChunkRows& rows;
  std::size_t& largest_index;

  void row(const LetorLine&) {}
  void feature(std::uint32_t index, float) {
    largest_index = std::max<std::size_t>(largest_index, index);
  }
  void end_row(const LetorLine& line, std::size_t offset) { rows.add(line, offset); }
};

/// Where the bins of a row go, and what a row is before its features are known: all zeros.
class BinWriter {
 public:
  explicit BinWriter(Dataset::Parts& parts)
      : rows_(parts.labels.size()), search_(parts.binning.columns) {
    const std::vector<FeatureBins>& columns = parts.binning.columns;
    const std::size_t tiles =
        (bytes_of_row(parts.places) + Dataset::kTileBytes - 1) / Dataset::kTileBytes;
    auto bytes = make_aligned_array<std::uint8_t>(tiles * rows_ * Dataset::kTileBytes);
    tiles_ = bytes.get();
    parts.tiles = std::move(bytes);
    zero_row_.resize(tiles * Dataset::kTileBytes, 0);
    column_of_.resize(parts.binning.features, kNone);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const BinPlace& place = parts.places[c];
      const std::uint8_t zero = columns[c].bin(0);
      zero_row_[place.byte] = static_cast<std::uint8_t>(zero_row_[place.byte] + zero * place.unit);
      column_of_[columns[c].feature] = static_cast<std::uint32_t>(c);
      targets_.push_back({place.byte, place.unit, zero});
    }
  }

  void begin(std::size_t row) {
    for (std::size_t c = 0; c < zero_row_.size(); c += Dataset::kTileBytes) {
      std::memcpy(cell(row, c), &zero_row_[c], Dataset::kTileBytes);
    }
  }
  void set(std::size_t row, std::uint32_t index, float value) {
    if (index > column_of_.size()) return;
    const std::uint32_t column = column_of_[index - 1];
    if (column == kNone) return;
    const Target& target = targets_[column];
    std::uint8_t* const byte = cell(row, target.byte);
    // Each index comes once, so the bin of zero is there to be replaced.
    *byte =
        static_cast<std::uint8_t>(*byte + (search_.bin(column, value) - target.zero) * target.unit);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// Where a column adds what makes the bin of zero another.
  struct Target {
    std::uint32_t byte;
    std::uint16_t unit;
    std::uint8_t zero;
  };

  std::uint8_t* cell(std::size_t row, std::size_t byte) {
    const std::size_t tile = byte / Dataset::kTileBytes;
    return tiles_ + (tile * rows_ + row) * Dataset::kTileBytes + byte % Dataset::kTileBytes;
  }

  std::size_t rows_;
  std::uint8_t* tiles_;
  BinSearch search_;
  std::vector<std::uint8_t> zero_row_;
  std::vector<std::uint32_t> column_of_;  // by LETOR index - 1
  std::vector<Target> targets_;           // by column
};

struct BinSink {
  BinWriter& writer;
  std::size_t at;

  void row(const LetorLine&) { writer.begin(at); }
  void feature(std::uint32_t index, float value) { writer.set(at, index, value); }
  void end_row(const LetorLine&, std::size_t) { ++at; }
};

Dataset parse(const NamedText& source, const ReadOptions& options, const Binning* given) {
  if (options.bins < 2 || options.bins > static_cast<int>(kMaxValueBins)) {
    throw Error(fmt::format("bins is {}, expected 2 to {}", options.bins, kMaxValueBins));
  }
  const int threads = resolve_threads(options.threads);
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<ChunkRows> chunk_rows(chunks.size());

  Dataset::Parts parts;
  parts.name = source.name;
  if (given != nullptr) {
    std::vector<std::size_t> largest(chunks.size());
    parse_chunks(source, chunks, threads, [&](std::size_t c, int) {
      return RowsSink{chunk_rows[c], largest[c]};
    });
    for (const std::size_t index : largest) {
      parts.largest_index = std::max(parts.largest_index, index);
    }
    parts.binning = *given;
  } else {
    const RowSampler sampler(source.text.size());
    std::vector<FeatureSummary> summaries(static_cast<std::size_t>(threads),
                                          FeatureSummary(static_cast<std::size_t>(options.bins)));
    parse_chunks(source, chunks, threads, [&](std::size_t c, int worker) {
      return SummarySink{chunk_rows[c], summaries[static_cast<std::size_t>(worker)], sampler, c};
    });
    for (std::size_t i = 1; i < summaries.size(); ++i) summaries[0].merge(std::move(summaries[i]));
    parts.binning = summaries[0].choose_bins(threads);
    parts.largest_index = parts.binning.features;
  }

  LetorRows rows = join_chunks(chunk_rows, source);
  chunk_rows = {};
  parts.labels = std::move(rows.labels);
  parts.query_offsets = std::move(rows.offsets);
  parts.query_ids = std::move(rows.query_ids);

  return_free_memory();  // the summaries: up to twice the values of a sample
  parts.places = place_bins(parts.binning);
  BinWriter writer(parts);
  parse_chunks(source, chunks, threads, [&](std::size_t c, int) {
    return BinSink{writer, rows.chunk_first_row[c]};
  });
  return Dataset(std::move(parts));
}

}  // namespace

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  TextFile file(path);
  if (!is_binary_dataset(file.text())) return parse(named_text(file), options, nullptr);
  return open_binary_dataset(std::move(file), resolve_threads(options.threads), false);
}

Dataset read_dataset(const std::string& path, const ReadOptions& options, const Binning& binning) {
  TextFile file(path);
  if (!is_binary_dataset(file.text())) return parse(named_text(file), options, &binning);
  Dataset data = open_binary_dataset(std::move(file), resolve_threads(options.threads), true);
  if (data.binning() != binning) {
    throw Error(data.name() +
                ": has other bins than the data it is to be used with; convert its text again with "
                "--bins-from and that data");
  }
  return data;
}

Dataset parse_dataset(std::string_view text, const std::string& name, const ReadOptions& options) {
  return parse({text, name}, options, nullptr);
}

Dataset parse_dataset(std::string_view text, const std::string& name, const ReadOptions& options,
                      const Binning& binning) {
  return parse({text, name}, options, &binning);
}

}  // namespace gbrank
