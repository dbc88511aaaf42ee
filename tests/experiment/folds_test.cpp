#include "experiment/folds.h"

#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/letor_folds.h"

namespace gbrank::test {
namespace {

std::set<std::string> ids_of(std::span<const std::string> ids) { return {ids.begin(), ids.end()}; }

FoldSource source_of(const std::string& path, int folds) {
  FoldSource source;
  source.path = path;
  source.folds = folds;
  source.read.threads = 1;
  return source;
}

/// Queries of one to four documents, called q1, q2, ...
std::string uneven_letor(std::size_t queries) {
  std::string text = "# uneven\n";
  for (std::size_t q = 1; q <= queries; ++q) {
    for (std::size_t d = 0; d <= q % 4; ++d) {
      text += fmt::format("{} qid:q{} 1:{} 2:{} #docid = {}.{}\n", d % 3, q, q * 7 % 5, d, q, d);
    }
  }
  text.pop_back();  // a last line without its end
  return text;
}

}  // namespace

TEST_CASE("queries are dealt to parts that are as equal as can be, whatever their order") {
  std::vector<std::string> ids;
  for (int q = 0; q < 103; ++q) ids.push_back(std::to_string(q));
  const std::vector<std::size_t> part_of = deal_queries(ids, 5, 1);
  std::map<std::size_t, int> sizes;
  for (const std::size_t part : part_of) ++sizes[part];
  REQUIRE(sizes.size() == 5);
  for (const auto& [part, size] : sizes) CHECK((size == 20 || size == 21));

  std::vector<std::string> reversed(ids.rbegin(), ids.rend());
  std::vector<std::size_t> of_reversed = deal_queries(reversed, 5, 1);
  std::ranges::reverse(of_reversed);
  CHECK(of_reversed == part_of);
  CHECK(deal_queries(ids, 5, 2) != part_of);
  // Neighbours in a file are no neighbours in parts.
  std::size_t same = 0;
  for (std::size_t q = 1; q < ids.size(); ++q) same += part_of[q] == part_of[q - 1] ? 1U : 0U;
  CHECK(same > 5);
  CHECK(same < 45);
}

TEST_CASE("of one file every row is test data once, and a fold's three parts share no query") {
  const TemporaryFolder folder;
  const std::string text = uneven_letor(23);
  const Folds all = read_folds(source_of(folder.write("all.txt", text), 4));
  const std::vector<LetorRow> rows = letor_rows(text.substr(text.find('\n') + 1));
  CHECK(all.rows == rows.size());
  CHECK(all.warnings.empty());
  REQUIRE(all.folds.size() == 4);
  std::vector<int> tested(rows.size());
  for (std::size_t f = 0; f < 4; ++f) {
    const Fold& fold = all.folds[f];
    CHECK(fold.name == fmt::format("Fold{}", f + 1));
    REQUIRE(fold.test.has_value());
    const std::set<std::string> train = ids_of(fold.train.query_ids());
    const std::set<std::string> vali = ids_of(fold.vali.judged().query_ids);
    const std::set<std::string> test = ids_of(fold.test->judged().query_ids);
    CHECK(train.size() + vali.size() + test.size() == 23);
    std::set<std::string> together = train;
    together.insert(vali.begin(), vali.end());
    together.insert(test.begin(), test.end());
    CHECK(together.size() == 23);
    // The part before a fold's own validates, as LETOR's folds do.
    CHECK(vali == ids_of(all.folds[(f + 3) % 4].test->judged().query_ids));

    // The rows are those of the file, with labels and queries.
    const Judgements& judged = fold.test->judged();
    REQUIRE(fold.test_rows.size() == judged.labels.size());
    for (std::size_t q = 0; q + 1 < judged.offsets.size(); ++q) {
      for (std::size_t r = judged.offsets[q]; r < judged.offsets[q + 1]; ++r) {
        const LetorRow& row = rows.at(fold.test_rows[r]);
        CHECK(row.query == judged.query_ids[q]);
        CHECK(row.label == judged.labels[r]);
        ++tested[fold.test_rows[r]];
      }
    }
  }
  CHECK(std::ranges::count(tested, 1) == static_cast<std::ptrdiff_t>(rows.size()));
}

TEST_CASE("the order of queries in a file and the number of threads change no part") {
  const TemporaryFolder folder;
  const std::string text = random_letor({.queries = 15, .documents = 4});
  std::vector<std::string> queries = query_texts(text);
  std::ranges::reverse(queries);
  std::string turned;
  for (const std::string& query : queries) turned += query;
  FoldSource source = source_of(folder.write("a.txt", text), 3);
  const Folds a = read_folds(source);
  source.path = folder.write("b.txt", turned);
  source.read.threads = 3;
  const Folds b = read_folds(source);
  source.split_seed = 2;
  const Folds c = read_folds(source);
  const auto tests_of = [](const Folds& folds, std::size_t f) {
    return ids_of(folds.folds[f].test->judged().query_ids);
  };
  for (std::size_t f = 0; f < 3; ++f) CHECK(tests_of(a, f) == tests_of(b, f));
  CHECK(tests_of(a, 0) != tests_of(c, 0));
}

TEST_CASE("document ids come along where they are asked for, and test data only then") {
  const TemporaryFolder folder;
  FoldSource source = source_of(folder.write("all.txt", uneven_letor(9)), 3);
  CHECK(read_folds(source).folds[0].test->judged().document_ids.empty());
  source.with_document_ids = true;
  const Folds all = read_folds(source);
  const Judgements& judged = all.folds[0].test->judged();
  REQUIRE(judged.document_ids.size() == judged.labels.size());
  CHECK(judged.document_ids[0] == judged.query_ids[0].substr(1) + ".0");
  source.with_test = false;
  CHECK_FALSE(read_folds(source).folds[0].test.has_value());
}

TEST_CASE("validation data has the bins of the training data") {
  const TemporaryFolder folder;
  const Folds all = read_folds(
      source_of(folder.write("all.txt", random_letor({.queries = 9, .documents = 20})), 3));
  const Dataset vali = all.folds[1].binned_vali(1);
  CHECK(vali.binning() == all.folds[1].train.binning());
  CHECK(ids_of(vali.query_ids()) == ids_of(all.folds[1].vali.judged().query_ids));
}

TEST_CASE("the fingerprint follows training and validation data and bins, not the test data") {
  const TemporaryFolder folder;
  const std::string path =
      write_folds(folder, "d", random_letor({.queries = 9, .documents = 5}), 3);
  const FoldSource source = source_of(path, 5);
  const auto first = [](const FoldSource& from) { return read_folds(from).folds[0].fingerprint; };
  const std::uint64_t before = first(source);
  CHECK(first(source) == before);
  FoldSource fewer_bins = source;
  fewer_bins.read.bins = 7;
  CHECK(first(fewer_bins) != before);
  for (const std::string part : {"test", "vali", "train"}) {
    const std::string file = path + "/Fold1/" + part + ".txt";
    std::string text = read_file(file);
    text[0] = text[0] == '0' ? '1' : '0';
    folder.write("d/Fold1/" + part + ".txt", text);
    CAPTURE(part);
    CHECK((first(source) == before) == (part == "test"));
  }
}

TEST_CASE("queries that two parts of a folder's fold share, or two test parts, are warned of") {
  const TemporaryFolder folder;
  const std::string path =
      write_folds(folder, "d", random_letor({.queries = 9, .documents = 5}), 3);
  CHECK(read_folds(source_of(path, 5)).warnings.empty());
  // Fold 2 tests on what fold 1 tests on: that is training data of fold 2.
  std::filesystem::copy_file(path + "/Fold1/test.txt", path + "/Fold2/test.txt",
                             std::filesystem::copy_options::overwrite_existing);
  std::string said;
  for (const std::string& warning : read_folds(source_of(path, 5)).warnings) said += warning + "\n";
  CHECK(said ==
        "Fold2: validation and test data: 3 queries in both, such as 1\n"
        "test data of Fold1 and Fold2: 3 queries in both, such as 1\n");
  // Who leaves test data alone is told of validation data: what fold 1 tests on, fold 2 validates
  // on.
  FoldSource without = source_of(path, 5);
  without.with_test = false;
  CHECK(read_folds(without).warnings.empty());
  std::filesystem::copy_file(path + "/Fold2/vali.txt", path + "/Fold3/vali.txt",
                             std::filesystem::copy_options::overwrite_existing);
  const std::vector<std::string> warnings = read_folds(without).warnings;
  CHECK(std::ranges::find(warnings,
                          "validation data of Fold2 and Fold3: 3 queries in both, such as 1") !=
        warnings.end());
}

TEST_CASE("too few queries, scattered queries, bad lines and missing files are errors") {
  const TemporaryFolder folder;
  const std::string few = folder.write("few.txt", "1 qid:1 1:1\n1 qid:2 1:1\n1 qid:3 1:1\n");
  CHECK(error_of([&] { read_folds(source_of(few, 4)); }) ==
        few + ": found 3 queries, expected one for each of 4 folds at least");
  CHECK(read_folds(source_of(few, 3)).folds.size() == 3);
  const std::string scattered = folder.write(
      "scattered.txt", "1 qid:1 1:1\n1 qid:2 1:1\n1 qid:3 1:1\n1 qid:4 1:1\n0 qid:2 1:1\n");
  CHECK(error_of([&] {
          read_folds(source_of(scattered, 3));
        }).starts_with(scattered + ":5: query \"2\" returns here; its rows began on line 2"));
  const std::string bad = folder.write("bad.txt", "1 qid:1 1:1\n1 qid:2 1:1\nx qid:3 1:1\n");
  CHECK(error_of([&] { read_folds(source_of(bad, 3)); }).starts_with(bad + ":3: "));
  CHECK(error_of([&] {
          read_folds(source_of(folder.path("none"), 3));
        }).starts_with(folder.path("none") + ": cannot be opened"));
  const std::string d = write_folds(folder, "d", random_letor({.queries = 9, .documents = 5}), 3);
  folder.write("d/Fold2/vali.txt", "# no rows\n");
  CHECK(error_of([&] {
          read_folds(source_of(d, 3));
        }).starts_with(d + "/Fold2/vali.txt: found no rows"));
}

}  // namespace gbrank::test
