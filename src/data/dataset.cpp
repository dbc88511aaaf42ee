#include "gbrank/dataset.h"

#include <algorithm>
#include <cmath>

#include "data/bin_places.h"
#include "data/dataset_parts.h"

namespace gbrank {

std::uint8_t FeatureBins::bin(float value) const {
  if (std::isnan(value)) return missing_bin();
  const auto at = std::lower_bound(upper_bounds.begin(), upper_bounds.end(), value);
  return static_cast<std::uint8_t>(at - upper_bounds.begin());
}

Dataset::Dataset(Parts parts) : parts_(std::make_unique<Parts>(std::move(parts))) {}
Dataset::Dataset(Dataset&&) noexcept = default;
Dataset& Dataset::operator=(Dataset&&) noexcept = default;
Dataset::~Dataset() = default;

const std::string& Dataset::name() const { return parts_->name; }
std::size_t Dataset::largest_index() const { return parts_->largest_index; }
std::size_t Dataset::rows() const { return parts_->labels.size(); }
std::span<const float> Dataset::labels() const { return parts_->labels; }
std::span<const std::size_t> Dataset::query_offsets() const { return parts_->query_offsets; }
std::span<const std::string> Dataset::query_ids() const { return parts_->query_ids; }
const Binning& Dataset::binning() const { return parts_->binning; }
std::size_t Dataset::row_bytes() const { return bytes_of_row(parts_->places); }
std::span<const BinPlace> Dataset::places() const { return parts_->places; }

const std::uint8_t* Dataset::tile(std::size_t tile) const {
  return parts_->tiles.get() + tile * rows() * kTileBytes;
}

}  // namespace gbrank
