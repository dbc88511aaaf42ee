#include "cli/fold_arguments.h"

#include <filesystem>

#include "base/file.h"
#include "cli/arguments.h"

namespace gbrank::cli {

po::options_description describe_folds(FoldArguments& a) {
  po::options_description group("Data");
  group.add_options()  //
      ("data", po::value(&a.data)->required()->value_name("PATH"),
       "a folder of Fold1, Fold2, ... with train.txt, vali.txt and test.txt in each (LETOR files, "
       "plain or gzip), or one LETOR file, whose queries are dealt to --folds parts")  //
      ("folds", with_default(a.folds, "N"),
       "parts of one file, 3 or more: each is test data once, the one before it then validates, "
       "and the others train")  //
      ("split-seed", with_default(a.split_seed, "N"),
       "which query of one file goes to which part follows from it")  //
      ("bins", with_default(a.bins, "N"), "the most bins for the values of a feature, 2 to 255");
  return group;
}

FoldSource fold_source(const FoldArguments& a, const po::variables_map& given, int threads) {
  constexpr int kMost = 1000;
  if (a.folds < 3 || a.folds > kMost) {
    throw UsageError(
        fmt::format("--folds is {}, expected 3 to {}: one part tests, one validates, the others "
                    "train",
                    a.folds, kMost));
  }
  if (a.split_seed < 0) {
    throw UsageError(fmt::format("--split-seed is {}, expected 0 or more", a.split_seed));
  }
  check_bins(a.bins);
  if (a.data == "-") throw UsageError("--data is -, expected a folder or a file");
  std::error_code ignored;
  if (std::filesystem::is_directory(a.data, ignored)) {
    for (const char* option : {"folds", "split-seed"}) {
      if (given[option].defaulted()) continue;
      throw UsageError(
          fmt::format("--{} is for one file; {} is a folder, which has its folds", option, a.data));
    }
  }
  FoldSource source;
  source.path = a.data;
  source.folds = a.folds;
  source.split_seed = static_cast<std::uint64_t>(a.split_seed);
  source.read = {a.bins, threads};
  return source;
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw system_error(path, "cannot be made", error.value());
}

}  // namespace gbrank::cli
