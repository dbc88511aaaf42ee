#include "experiment/folds.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/checksum.h"
#include "base/counted.h"
#include "base/random.h"
#include "data/query_spans.h"
#include "experiment/fold_files.h"

namespace gbrank {
namespace {

/// What a fit makes of the data depends on the bytes and on the bins.
std::uint64_t fingerprint_of(std::string_view train, std::string_view vali,
                             const ReadOptions& read) {
  return random_key(checksum_of(train), checksum_of(vali), read.bins);
}

Fold read_fold(const FoldFiles& files, const FoldSource& source) {
  const int threads = source.read.threads;
  const TextFile train(files.train);
  JudgedText vali(files.vali, source.with_document_ids, threads);
  std::optional<JudgedText> test;
  if (source.with_test) test.emplace(files.test, source.with_document_ids, threads);
  const std::uint64_t fingerprint = fingerprint_of(train.text(), vali.source().text, source.read);
  return {files.name, read_dataset(files.train, source.read), std::move(vali), std::move(test), {},
          fingerprint};
}

/// Says which queries are in two sets; ids may mean different queries in different files, so this
/// is no error.
void warn_of_shared(const std::string& what, std::span<const std::string> some,
                    std::span<const std::string> others, std::vector<std::string>& warnings) {
  std::vector<std::string> a(some.begin(), some.end());
  std::vector<std::string> b(others.begin(), others.end());
  std::ranges::sort(a);
  std::ranges::sort(b);
  std::vector<std::string> shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  if (shared.empty()) return;
  warnings.push_back(fmt::format("{}: {} in both, such as {}", what,
                                 counted(shared.size(), "query", "queries"), shared.front()));
}

void check_for_leaks(Folds& all) {
  for (const Fold& fold : all.folds) {
    const auto train = fold.train.query_ids();
    const auto warn = [&](const char* part, const JudgedText& other) {
      warn_of_shared(fmt::format("{}: training and {} data", fold.name, part), train,
                     other.judged().query_ids, all.warnings);
    };
    warn("validation", fold.vali);
    if (fold.test) {
      warn("test", *fold.test);
      warn_of_shared(fold.name + ": validation and test data", fold.vali.judged().query_ids,
                     fold.test->judged().query_ids, all.warnings);
    }
    // Of what all folds are measured by together, a query that is in two of them counts twice.
    const auto measured = [](const Fold& f) -> const JudgedText& {
      return f.test ? *f.test : f.vali;
    };
    const char* part = fold.test ? "test" : "validation";
    for (const Fold& other : all.folds) {
      if (&other == &fold) break;
      warn_of_shared(fmt::format("{} data of {} and {}", part, other.name, fold.name),
                     measured(other).judged().query_ids, measured(fold).judged().query_ids,
                     all.warnings);
    }
  }
}

Folds read_folder(const FoldSource& source) {
  Folds all;
  for (const FoldFiles& files : find_folds(source.path, source.with_test)) {
    all.folds.push_back(read_fold(files, source));
  }
  check_for_leaks(all);
  return all;
}

/// The lines of the queries of some parts.
std::string text_of_parts(std::string_view text, const std::vector<QuerySpan>& queries,
                          const std::vector<std::size_t>& part_of,
                          const std::vector<bool>& wanted) {
  std::string lines;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (!wanted[part_of[q]]) continue;
    lines += text.substr(queries[q].begin, queries[q].end - queries[q].begin);
    if (lines.back() != '\n') lines += '\n';  // the last line of a file may lack it
  }
  return lines;
}

Fold deal_fold(const TextFile& file, const std::vector<QuerySpan>& queries,
               const std::vector<std::size_t>& part_of, std::size_t number,
               const FoldSource& source) {
  const auto parts = static_cast<std::size_t>(source.folds);
  const std::size_t vali_part = (number + parts - 1) % parts;
  const std::string name = fmt::format("Fold{}", number + 1);
  const auto text_of = [&](auto&& is_wanted) {
    std::vector<bool> wanted(parts);
    for (std::size_t p = 0; p < parts; ++p) wanted[p] = is_wanted(p);
    return text_of_parts(file.text(), queries, part_of, wanted);
  };
  const auto named = [&](const char* part) {
    return fmt::format("{}, {} data of {}", file.name(), part, name);
  };
  const auto judged = [&](std::size_t part, const char* what) {
    return JudgedText(text_of([&](std::size_t p) { return p == part; }), named(what),
                      source.with_document_ids, source.read.threads);
  };
  const std::string train = text_of([&](std::size_t p) { return p != number && p != vali_part; });
  JudgedText vali = judged(vali_part, "validation");
  const std::uint64_t fingerprint = fingerprint_of(train, vali.source().text, source.read);
  Fold fold{
      name,       parse_dataset(train, named("training"), source.read), std::move(vali), {}, {},
      fingerprint};
  if (!source.with_test) return fold;
  fold.test = judged(number, "test");
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (part_of[q] != number) continue;
    for (std::size_t r = 0; r < queries[q].rows; ++r) {
      fold.test_rows.push_back(queries[q].first_row + r);
    }
  }
  return fold;
}

Folds deal_file(const FoldSource& source) {
  const TextFile file(source.path);
  const std::vector<QuerySpan> queries = find_queries(named_text(file), source.read.threads);
  const auto parts = static_cast<std::size_t>(source.folds);
  if (queries.size() < parts) {
    throw Error(fmt::format("{}: found {}, expected one for each of {} folds at least", file.name(),
                            counted(queries.size(), "query", "queries"), parts));
  }
  std::vector<std::string> ids;
  for (const QuerySpan& query : queries) ids.push_back(query.id);
  const std::vector<std::size_t> part_of = deal_queries(ids, parts, source.split_seed);
  Folds all;
  all.rows = queries.back().first_row + queries.back().rows;
  for (std::size_t number = 0; number < parts; ++number) {
    all.folds.push_back(deal_fold(file, queries, part_of, number, source));
  }
  return all;
}

}  // namespace

Dataset Fold::binned_vali(int threads) const {
  return parse_dataset(vali.source().text, vali.name(), {train.binning().max_bins, threads},
                       train.binning());
}

std::vector<std::size_t> deal_queries(const std::vector<std::string>& ids, std::size_t parts,
                                      std::uint64_t seed) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::uint64_t> hashes;
  for (const std::string& id : ids) hashes.push_back(random_key(seed, checksum_of(id)));
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : ids[a] < ids[b];
  });
  std::vector<std::size_t> part_of(ids.size());
  for (std::size_t i = 0; i < order.size(); ++i) part_of[order[i]] = i % parts;
  return part_of;
}

Folds read_folds(const FoldSource& source) {
  std::error_code ignored;  // whoever opens the file will say what is wrong
  return std::filesystem::is_directory(source.path, ignored) ? read_folder(source)
                                                             : deal_file(source);
}

}  // namespace gbrank
