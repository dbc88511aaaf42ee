// A cross-validation that was killed, or run again with something changed.

#include "cli/cv_files.h"

namespace gbrank::test {
namespace {

std::size_t stored_fits(const std::string& output) {
  std::error_code ignored;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator at(output + "/fits", ignored), end; at != end; ++at) {
    if (at->path().extension() == ".json") ++count;
  }
  return count;
}

/// Six fits that last long enough to be killed between them.
struct Interrupted {
  TemporaryFolder folder;
  std::string data =
      write_folds(folder, "d", random_letor({.queries = 30, .documents = 60, .features = 20}), 3);

  Words cv(const std::string& output) const {
    return {"cv",
            "--data",
            data,
            "--objective",
            "lambdarank",
            "--objective",
            "regression",
            "--trees",
            "150",
            "--min-docs-per-leaf",
            "5",
            "--choose-trees",
            "fold",
            "--metric",
            "ndcg@5",
            "--metric",
            "map",
            "--threads",
            "1",
            "--output",
            folder.path(output)};
  }
};

}  // namespace

TEST_CASE(
    "a run that is killed at any moment and started again writes the same bytes as one that "
    "was not") {
  const Interrupted runs;
  const std::string table = succeed(runs.cv("whole")).out;
  const auto expected = files_below(runs.folder.path("whole"));
  CHECK(expected.size() == 6 + 6 + 3);
  std::size_t killed = 0;
  for (const std::size_t fits : {0U, 1U, 3U, 5U, 6U}) {
    CAPTURE(fits);
    const std::string name = fmt::format("killed{}", fits);
    const std::string output = runs.folder.path(name);
    const bool was_running = kill_gbrank_when(runs.cv(name), [&] {
      return std::filesystem::exists(output + "/fits") && stored_fits(output) >= fits;
    });
    killed += was_running ? 1U : 0U;
    const std::size_t stored = stored_fits(output);
    const Run again = succeed(runs.cv(name));
    CHECK(again.out == table);
    CHECK((files_below(output) == expected));
    if (stored > 0) CHECK(has(again.err, fmt::format("({} were done before)", stored)));
  }
  CHECK(killed >= 3);
}

TEST_CASE("a run that is killed twice, with other threads each time, ends the same") {
  const Interrupted runs;
  succeed(runs.cv("whole"));
  const std::string output = runs.folder.path("twice");
  Words words = runs.cv("twice");
  std::string& threads = *(std::ranges::find(words, "--threads") + 1);
  for (const std::size_t fits : {2U, 4U}) {
    threads = fits == 2 ? "2" : "8";  // side by side, then one after the other
    kill_gbrank_when(words, [&] { return stored_fits(output) >= fits; });
  }
  threads = "3";
  succeed(words);
  CHECK((files_below(output) == files_below(runs.folder.path("whole"))));
}

TEST_CASE("damaged files of finished fits are done again") {
  const Interrupted runs;
  succeed(runs.cv("o"));
  const auto expected = files_below(runs.folder.path("o"));
  int number = 0;
  for (const auto& [name, text] : expected) {
    if (!name.starts_with("fits/")) continue;
    // One cut in half, one with another digit, one empty, one of something else.
    const std::size_t digit = text.find_first_of("123456", text.size() / 2);
    std::string changed = text;
    changed[digit] = '7';
    const std::string damaged[] = {text.substr(0, text.size() / 2), changed, "", "{\"key\":1}\n"};
    if (number < 4) runs.folder.write("o/" + name, damaged[number]);
    ++number;
  }
  CHECK(number == 6);
  const Run again = succeed(runs.cv("o"));
  CHECK(has(again.err, "(2 were done before)"));
  CHECK((files_below(runs.folder.path("o")) == expected));
}

TEST_CASE("with the same folder, changed data and options are fitted anew") {
  const TemporaryFolder folder;
  const std::string data = folder.write("all.txt", small_letor());
  const auto cv = [&](const std::string& output, const Words& more) {
    return succeed(Words{"cv", "--data", data, "--folds", "3", "--metric", "map", "--output",
                         folder.path(output)} +
                   kSmallTrees + more);
  };
  const std::string before = cv("o", {}).out;
  CHECK(has(cv("o", {}).err, "(3 were done before)"));
  std::string changed = small_letor();
  changed[0] = changed[0] == '0' ? '2' : '0';
  folder.write("all.txt", changed);
  const Run after = cv("o", {});
  // The fold that tests on the changed query has not changed.
  CHECK(has(after.err, "(1 were done before)"));
  CHECK(after.out != before);
  CHECK(after.out == cv("fresh", {}).out);
  for (const Words& more : {Words{"--seed", "2"}, Words{"--split-seed", "2"}, Words{"--bins", "7"},
                            Words{"--bags", "2"}, Words{"--choose-trees", "fold"}}) {
    CAPTURE(more[0]);
    CHECK_FALSE(has(cv("o", more).err, "done before"));
  }
  CHECK(has(cv("o", {}).err, "(3 were done before)"));
}

}  // namespace gbrank::test
