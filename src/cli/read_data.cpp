#include "cli/read_data.h"

#include <fmt/format.h>

namespace gbrank::cli {

Dataset read_with_bins(const std::string& path, const ReadOptions& options,
                       const po::variables_map& given) {
  Dataset data = read_dataset(path, options);
  if (!given["bins"].defaulted() && data.binning().max_bins != options.bins) {
    throw Error(
        fmt::format("{}: was converted with --bins {}, and --bins is {}; leave it out, or convert "
                    "the text again",
                    data.name(), data.binning().max_bins, options.bins));
  }
  return data;
}

}  // namespace gbrank::cli
