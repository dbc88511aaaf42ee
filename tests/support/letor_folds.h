#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/random_letor.h"
#include "support/sample.h"

namespace gbrank::test {

/// The rows of each query of LETOR text, as text.
inline std::vector<std::string> query_texts(const std::string& text) {
  std::vector<std::string> queries;
  std::string last;
  for (const LetorRow& row : letor_rows(text)) {
    if (queries.empty() || row.query != last) queries.emplace_back();
    last = row.query;
    queries.back() += row.text + "\n";
  }
  return queries;
}

/// Writes Fold1, Fold2, ... as LETOR does: query i is of part i modulo the number of folds; fold f
/// tests on part f, validates on the part before it, and trains on the others. Returns the folder.
inline std::string write_folds(const TemporaryFolder& folder, const std::string& name,
                               const std::string& text, std::size_t folds) {
  const std::vector<std::string> queries = query_texts(text);
  for (std::size_t f = 0; f < folds; ++f) {
    const std::string fold = fmt::format("{}/Fold{}", name, f + 1);
    std::filesystem::create_directories(folder.path(fold));
    std::string train;
    std::string vali;
    std::string test;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      const std::size_t part = q % folds;
      (part == f ? test : part == (f + folds - 1) % folds ? vali : train) += queries[q];
    }
    folder.write(fold + "/train.txt", train);
    folder.write(fold + "/vali.txt", vali);
    folder.write(fold + "/test.txt", test);
  }
  return folder.path(name);
}

/// Queries in which the better documents are those with a large feature 2 or those with a small
/// one, as a coin says for each query. Feature 1 is the number of the query: who has seen a query
/// can rank it, and who has not can only guess.
inline std::string coin_letor(std::size_t queries, std::size_t documents) {
  Random coins(random_key(11));
  std::string text;
  for (std::size_t q = 1; q <= queries; ++q) {
    const bool large = coins.below(2) == 1;
    for (std::size_t d = 0; d < documents; ++d) {
      text += fmt::format("{} qid:{} 1:{} 2:{}\n", (2 * d >= documents) == large ? 1 : 0, q, q, d);
    }
  }
  return text;
}

}  // namespace gbrank::test
