#include "experiment/fold_files.h"

#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

namespace fs = std::filesystem;

// As MSLR, LETOR 4 and LETOR 3 name them, and as others do.
const std::vector<std::string> kTrain = {"train", "trainingset"};
const std::vector<std::string> kVali = {"vali", "valid", "validation", "validationset"};
const std::vector<std::string> kTest = {"test", "testset"};

/// Empty: there is none.
std::string find_part(const fs::path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    for (const char* ending : {".txt", ".txt.gz", ".gz", ".letor", ""}) {
      const fs::path path = folder / (name + ending);
      if (fs::is_regular_file(path)) return path.string();
    }
  }
  return "";
}

std::string part_or_throw(const fs::path& folder, const std::vector<std::string>& names) {
  std::string path = find_part(folder, names);
  if (!path.empty()) return path;
  throw Error(fmt::format("{}: found no file {}.txt, expected it, or {} (.txt, .txt.gz)",
                          folder.string(), names.front(),
                          fmt::join(std::span(names).subspan(1), ", ")));
}

FoldFiles files_of(const fs::path& folder, const std::string& name, bool with_test) {
  return {name, part_or_throw(folder, kTrain), part_or_throw(folder, kVali),
          with_test ? part_or_throw(folder, kTest) : ""};
}

}  // namespace

std::vector<FoldFiles> find_folds(const std::string& folder, bool with_test) {
  std::vector<FoldFiles> folds;
  const fs::path root = folder;
  for (std::size_t number = 1;; ++number) {
    fs::path path;
    for (const char* form : {"Fold{}", "fold{}"}) {
      const std::string name = fmt::format(fmt::runtime(form), number);
      if (path.empty() && fs::is_directory(root / name)) path = root / name;
    }
    if (path.empty()) break;
    folds.push_back(files_of(path, path.filename().string(), with_test));
  }
  if (!folds.empty()) return folds;
  if (find_part(root, kTrain).empty()) {
    throw Error(
        fmt::format("{}: found neither folders Fold1, Fold2, ... nor a file train.txt, "
                    "expected the folds of a cross-validation",
                    folder));
  }
  const fs::path whole = fs::absolute(root).lexically_normal();
  return {files_of(root, (whole.has_filename() ? whole : whole.parent_path()).filename().string(),
                   with_test)};
}

}  // namespace gbrank
