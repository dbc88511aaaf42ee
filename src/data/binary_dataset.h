#pragma once

#include <string>
#include <string_view>

#include "gbrank/dataset.h"

#include "data/text_source.h"

namespace gbrank {

/// Whether this is the beginning of a binary dataset, however short.
bool is_binary_dataset(std::string_view bytes);

/// Throws the Error for a binary dataset where text is needed. The file of that path is looked into
/// only if that does it no harm: not standard input, not a pipe.
void refuse_binary_dataset(std::string_view bytes, const std::string& name);
void refuse_binary_file(const std::string& path);

/// The data of a binary dataset. Its tiles stay where they are, in the mapped file. Every byte is
/// read once to verify the checksum, and every bin to see that it is one. A missing value in a
/// column that has none by its bins is an error unless `other_bins`: the bins came from other data.
Dataset open_binary_dataset(TextFile file, int threads, bool other_bins);

}  // namespace gbrank
