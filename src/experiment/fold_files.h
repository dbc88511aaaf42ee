#pragma once

#include <string>
#include <vector>

namespace gbrank {

/// The files of a fold.
struct FoldFiles {
  std::string name;
  std::string train;
  std::string vali;
  std::string test;  // empty: not asked for
};

/// Fold1, Fold2, ... of a folder, in order, or the folder itself where it has the files of one.
/// Files are train, vali and test under the names of the public sets, plain or gzip. Throws Error
/// that says what was looked for.
std::vector<FoldFiles> find_folds(const std::string& folder, bool with_test);

}  // namespace gbrank
