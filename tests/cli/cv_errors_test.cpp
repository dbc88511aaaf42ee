#include "cli/cv_files.h"

namespace gbrank::test {
namespace {

/// A cross-validation that must fail; its progress may come first.
void fail_after_progress(const Words& words, std::string_view message) {
  const Run run = run_gbrank(words + Words{"--quiet"});
  INFO(fmt::format("gbrank {}", fmt::join(words, " ")));
  INFO(run.err);
  CHECK(run.status == 1);
  CHECK(run.out.empty());
  CHECK(has(run.err, message));
}

}  // namespace

TEST_CASE("what is wrong with the data of a cross-validation is said with its place, exit 1") {
  const TemporaryFolder folder;
  const Words cv = {"cv", "--quiet", "--data"};
  fail(1, cv + Words{folder.path("none")}, "none: cannot be opened");
  fail(1, cv + Words{folder.path("")}, "found neither folders Fold1, Fold2, ...");
  const std::string three = folder.write("3.txt", "1 qid:1 1:1\n1 qid:2 1:1\n1 qid:3 1:1\n");
  fail(1, cv + Words{three, "--folds", "4"}, "found 3 queries, expected one for each of 4 folds");
  const std::string scattered =
      folder.write("s.txt", "1 qid:1 1:1\n1 qid:2 1:1\n1 qid:3 1:1\n1 qid:1 1:2\n");
  fail(1, cv + Words{scattered, "--folds", "3"},
       "s.txt:4: query \"1\" returns here; its rows began on line 1");
  fail(1, cv + Words{folder.write("bad.txt", "1 qid:1 1:1\n1 quid:1 1:1\n")}, "bad.txt:2: ");
  const std::string binary = folder.path("b.bin");
  succeed({"convert", "--data", folder.write("all.txt", small_letor()), "--output", binary});
  fail(1, cv + Words{binary}, "is a binary dataset");

  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  std::filesystem::remove(folds + "/Fold2/vali.txt");
  fail(1, cv + Words{folds}, "d/Fold2: found no file vali.txt, expected it, or valid");
  std::filesystem::remove_all(folds + "/Fold2");
  fail(1, cv + Words{folds}, "found Fold3 but no Fold2");
}

TEST_CASE("a fold whose validation data says nothing cannot choose trees, and is named") {
  const TemporaryFolder folder;
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  folder.write("d/Fold3/vali.txt", "0 qid:1 1:1\n0 qid:1 1:2\n");
  const Words cv = Words{"cv", "--data", folds} + kSmallTrees;
  fail_after_progress(cv + Words{"--choose-trees", "fold"},
                      "Fold3/vali.txt: no query counts for ndcg@10");
  // Nobody needs it where all trees are kept.
  succeed(cv);
}

TEST_CASE("output that could not be written is an error before anything is read") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  const Words cv = {"cv", "--data", folder.path("none"), "--output"};
  fail(1, cv + Words{file + "/x"}, "file/x/fits: cannot be made: Not a directory");
  std::filesystem::create_directories(folder.path("o/table.md"));
  fail(1, cv + Words{folder.path("o")}, "o/table.md: is a directory, expected a file");
  std::filesystem::create_directories(folder.path("p"));
  folder.write("p/scores", "");
  fail(1, cv + Words{folder.path("p")}, "p/scores: cannot be made");
}

TEST_CASE("options that a cross-validation cannot have are exit 2 before the data is read") {
  const TemporaryFolder folder;
  const Words cv = {"cv", "--data", "no-such-file"};
  fail(2, {"cv"}, "'--data' is required");
  fail(2, cv + Words{"--choose-by", "map"}, "--choose-by needs --choose-trees fold or mean");
  fail(2, cv + Words{"--system", "a="}, "--system is 'a=', expected F or NAME=F with");
  fail(2, cv + Words{"--system", "a\tb=c.conf"}, "expected F or NAME=F with a name for tables");
  fail(2, cv + Words{"--system", "a/b=c.conf"},
       "--system is 'a/b=c.conf', expected F or NAME=F with");
  fail(2, {"cv", "--data", "-"}, "--data is -, expected a folder or a file");
  for (const std::string folds : {"2", "1", "0", "-1", "1001"}) {
    fail(2, cv + Words{"--folds", folds},
         fmt::format("--folds is {}, expected 3 to 1000: one part tests", folds));
  }
  fail(2, cv + Words{"--split-seed", "-1"}, "--split-seed is -1");
  fail(2, cv + Words{"--seed", "-1"}, "--seed is -1");
  fail(2, cv + Words{"--bins", "1"}, "--bins is 1");
  fail(2, cv + Words{"--threads", "-1"}, "--threads is -1");
  fail(2, cv + Words{"--trees", "0"}, "--trees is 0");
  fail(2, cv + Words{"--bag-fraction", "0.5"}, "--bag-fraction needs --bags");
  fail(2, cv + Words{"--choose-trees", "fodl"}, "did you mean fold?");
  fail(2, cv + Words{"--early-stopping", "5"}, "--early-stopping needs --choose-trees fold");
  fail(2, cv + Words{"--metric", "ndgc"}, "did you mean ndcg?");
  fail(2, cv + Words{"--choose-trees", "fold", "--choose-by", "mapp"}, "did you mean map?");
  fail(2, cv + Words{"--objective", "lambdrank"}, "did you mean lambdarank?");
  fail(2, cv + Words{"--objective", "ranknet", "--objective", "ranknet"},
       "two systems are called ranknet");
  fail(2, cv + Words{"--objective", "ranknet", "--baseline", "rankent"}, "did you mean ranknet?");
  fail(2, cv + Words{"--objective", "ranknet", "--sdcg-k", "5"},
       "--sdcg-k belongs to objectives reg-shf-sdcg, sdcg, shf-sdcg, and none of the systems has");
  fail(2, cv + Words{"--system", folder.write("a.conf", "trees = 5\nlerning-rate = 6\n")},
       "a.conf:2: unknown option lerning-rate, did you mean learning-rate?");
  fail(2, cv + Words{"--system", folder.write("b.conf", "objective = sdgc\n")},
       "did you mean sdcg?");
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  fail(2, {"cv", "--data", folds, "--folds", "3"}, "--folds is for one file");
  fail(2, {"cv", "--data", folds, "--split-seed", "3"}, "--split-seed is for one file");
}

}  // namespace gbrank::test
