#include "experiment/fold_files.h"

#include <charconv>
#include <filesystem>
#include <map>
#include <span>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/file.h"

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
      std::error_code ignored;
      if (fs::is_regular_file(path, ignored)) return path.string();
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

/// The number of Fold12 or fold12; 0 for other names.
std::size_t fold_number(const std::string& name) {
  if (!name.starts_with("Fold") && !name.starts_with("fold")) return 0;
  const char* const end = name.data() + name.size();
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(name.data() + 4, end, number);
  return error == std::errc() && stop == end ? number : 0;
}

/// The folders of folds by their numbers. Throws Error where two have the same.
std::map<std::size_t, std::string> numbered_folders(const std::string& folder) {
  std::map<std::size_t, std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    const std::size_t number = fold_number(name);
    if (number == 0 || !at->is_directory(ignored)) continue;
    const auto [other, is_new] = names.emplace(number, name);
    if (is_new) continue;
    throw Error(fmt::format("{}: found both {} and {}, expected one fold {}", folder,
                            std::min(name, other->second), std::max(name, other->second), number));
  }
  if (error) throw system_error(folder, "cannot be read", error.value());
  return names;
}

}  // namespace

std::vector<FoldFiles> find_folds(const std::string& folder, bool with_test) {
  std::vector<FoldFiles> folds;
  const fs::path root = folder;
  for (const auto& [number, name] : numbered_folders(folder)) {
    // Half a collection would make a table, too, and nobody would see that it is of a half.
    if (number != folds.size() + 1) {
      throw Error(fmt::format("{}: found {} but no Fold{}, expected folds from 1 without a gap",
                              folder, name, folds.size() + 1));
    }
    folds.push_back(files_of(root / name, name, with_test));
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
