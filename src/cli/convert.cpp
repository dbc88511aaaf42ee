#include <fmt/format.h>

#include "base/counted.h"
#include "base/file.h"
#include "cli/arguments.h"
#include "cli/read_data.h"

namespace gbrank::cli {
namespace {

struct ConvertArguments {
  std::string data;
  std::string output;
  std::string bins_from;
  ReadOptions read;
};

OptionGroups describe(ConvertArguments& a) {
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description group("Options");
  group.add_options()                                                                      //
      ("data", file(a.data)->required(),                                                   //
       "LETOR file, plain or gzip; - for standard input; or a binary file, to be copied")  //
      ("output", file(a.output)->required(), "where the binary file goes")                 //
      ("bins", with_default(a.read.bins, "N"),                                             //
       "the most bins for the values of a feature, 2 to 255")                              //
      ("bins-from", file(a.bins_from),                                                     //
       "take the bins of this data, text or binary: validation data need the bins of the "
       "training data")  //
      ("threads", with_default(a.read.threads, "N"),
       "threads, 0: every core; the file does not depend on it");
  return {group, common_options()};
}

Dataset read(const ConvertArguments& a, const po::variables_map& given) {
  if (a.bins_from.empty()) return read_with_bins(a.data, a.read, given);
  // Only the bins are kept while the data is read.
  const Binning binning = read_with_bins(a.bins_from, a.read, given).binning();
  return read_dataset(a.data, a.read, binning);
}

/// Bins of other data may be of other features, or of no feature that this data has.
std::string differs(const Dataset& data) {
  if (data.largest_index() == data.binning().features) return "";
  return fmt::format(" (the data of the bins has {})", data.binning().features);
}

int run(const ConvertArguments& a, const po::variables_map& given) {
  check_threads(a.read.threads);
  check_bins(a.read.bins);
  const std::vector<FileArgument> inputs = {{"data", a.data}, {"bins-from", a.bins_from}};
  check_standard_input(inputs);
  if (a.output == "-") throw UsageError("--output goes to a file, not to -");
  check_outputs(inputs, {{"output", a.output}});
  { const AtomicFile can_be_written(a.output); }
  const Dataset data = read(a, given);
  save_dataset(data, a.output);
  fmt::print(stderr, "{}: {}, {}, {}{}; {} with bins, in {} a row\n", a.output,
             counted(data.rows(), "row"), counted(data.queries(), "query", "queries"),
             counted(data.largest_index(), "feature"), differs(data),
             counted(data.columns(), "feature"), counted(data.row_bytes(), "byte"));
  return 0;
}

}  // namespace

Command convert_command() {
  return make_command<ConvertArguments>(
      {"convert",
       "make text into a binary file of bins, which fit reads at once",
       {{"gbrank convert --data train.txt --output train.gbd",
         "then gbrank fit --train train.gbd gives the same model as from the text"},
        {"gbrank convert --data vali.txt --bins-from train.gbd --output vali.gbd",
         "validation data, with the bins of the training data"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
