#include "experiment/fold_files.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank::test {
namespace {

/// A folder with empty files.
struct Tree {
  TemporaryFolder folder;

  void add(const std::string& path) const {
    std::filesystem::create_directories(std::filesystem::path(folder.path(path)).parent_path());
    folder.write(path, "");
  }
  void add_fold(const std::string& fold) const {
    for (const char* part : {"/train.txt", "/vali.txt", "/test.txt"}) add("d/" + fold + part);
  }
  std::string path(const std::string& name) const { return folder.path("d/" + name); }
  std::vector<FoldFiles> find(bool with_test = true) const {
    return find_folds(folder.path("d"), with_test);
  }
};

}  // namespace

TEST_CASE("the folds of a folder are found in the order of their numbers, and nothing else is") {
  const Tree tree;
  for (int number = 11; number >= 1; --number) {
    tree.add_fold((number % 2 == 0 ? "fold" : "Fold") + std::to_string(number));
  }
  tree.add("d/Fold12");  // a file
  tree.add("d/Folded/train.txt");
  tree.add("d/Fold1x/train.txt");
  tree.add("d/train.txt");
  const std::vector<FoldFiles> folds = tree.find();
  REQUIRE(folds.size() == 11);
  CHECK(folds[0].name == "Fold1");
  CHECK(folds[1].name == "fold2");
  CHECK(folds[9].name == "fold10");
  CHECK(folds[10].train == tree.path("Fold11/train.txt"));
  CHECK(folds[10].vali == tree.path("Fold11/vali.txt"));
  CHECK(folds[10].test == tree.path("Fold11/test.txt"));
}

TEST_CASE("files may have the names of LETOR 3 and others, and be gzip") {
  const Tree tree;
  for (const char* name : {"Fold1/trainingset.txt", "Fold1/validationset.txt", "Fold1/testset.txt",
                           "Fold2/train.txt.gz", "Fold2/valid.gz", "Fold2/test.letor",
                           "Fold3/train", "Fold3/validation.txt", "Fold3/test.txt"}) {
    tree.add(std::string("d/") + name);
  }
  const std::vector<FoldFiles> folds = tree.find();
  REQUIRE(folds.size() == 3);
  CHECK(folds[0].train == tree.path("Fold1/trainingset.txt"));
  CHECK(folds[0].vali == tree.path("Fold1/validationset.txt"));
  CHECK(folds[0].test == tree.path("Fold1/testset.txt"));
  CHECK(folds[1].train == tree.path("Fold2/train.txt.gz"));
  CHECK(folds[1].vali == tree.path("Fold2/valid.gz"));
  CHECK(folds[1].test == tree.path("Fold2/test.letor"));
  CHECK(folds[2].train == tree.path("Fold3/train"));
  CHECK(folds[2].vali == tree.path("Fold3/validation.txt"));
}

TEST_CASE("a folder with the files of one fold is that fold, called like the folder") {
  const Tree tree;
  for (const char* part : {"d/train.txt", "d/vali.txt"}) tree.add(part);
  CHECK(error_of([&] { tree.find(); }) ==
        tree.folder.path("d") +
            ": found no file test.txt, expected it, or testset (.txt, .txt.gz)");
  const std::vector<FoldFiles> folds = tree.find(false);
  REQUIRE(folds.size() == 1);
  CHECK(folds[0].name == "d");
  CHECK(folds[0].test.empty());
  CHECK(find_folds(tree.folder.path("d/"), false)[0].name == "d");
}

TEST_CASE("a missing fold, file or folder is named, and two folds of one number are") {
  const Tree tree;
  tree.add_fold("Fold1");
  tree.add_fold("Fold3");
  const std::string d = tree.folder.path("d");
  CHECK(error_of([&] { tree.find(); }) ==
        d + ": found Fold3 but no Fold2, expected folds from 1 without a gap");
  tree.add("d/Fold2/train.txt");
  CHECK(error_of([&] { tree.find(); }).starts_with(d + "/Fold2: found no file vali.txt, expected"));
  tree.add("d/Fold2/vali.txt");
  tree.add("d/Fold2/test.txt");
  CHECK(tree.find().size() == 3);
  tree.add_fold("fold1");
  CHECK(error_of([&] { tree.find(); }) == d + ": found both Fold1 and fold1, expected one fold 1");
  const TemporaryFolder empty;
  CHECK(error_of([&] {
          find_folds(empty.path(""), true);
        }).find("found neither folders Fold1, Fold2, ... nor a file train.txt") !=
        std::string::npos);
  CHECK(error_of([&] {
          find_folds(empty.path("none"), true);
        }).starts_with(empty.path("none") + ": cannot be read: "));
}

}  // namespace gbrank::test
