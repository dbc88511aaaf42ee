#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "support/temporary_folder.h"

namespace gbrank::test {

/// The text of a gzip file of one or more members.
inline std::string gunzip(const std::string& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot read " + path);
  std::string text;
  char buffer[1 << 16];
  for (int n = 0; (n = gzread(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  gzclose(file);
  return text;
}

/// Five parts S1 to S5.txt.gz laid out as LETOR does: fold k trains on the parts k, k+1 and k+2,
/// validates on k+3 and tests on k+4, counted round.
struct Parts {
  std::string folder;

  std::string path(int part) const {
    return folder + "/S" + std::to_string((part - 1) % 5 + 1) + ".txt.gz";
  }
  /// Members of gzip one after the other are gzip again.
  std::string packed_train(int fold) const {
    return read_file(path(fold)) + read_file(path(fold + 1)) + read_file(path(fold + 2));
  }
};

/// The files of fold 1 of the bundled sample, for as long as the tests run.
struct Sample {
  TemporaryFolder folder;
  Parts parts{GBRANK_DATASETS "/sample"};
  std::string train_gz = folder.write("train.txt.gz", parts.packed_train(1));
  std::string train_text = gunzip(train_gz);
  std::string train = folder.write("train.txt", train_text);
  std::string valid_gz = parts.path(4);
  std::string test_gz = parts.path(5);
  std::string test_text = gunzip(test_gz);
  std::string test = folder.write("test.txt", test_text);
  std::string feature_names = GBRANK_DATASETS "/feature-names.txt";
};

inline const Sample& sample() {
  static const Sample files;
  return files;
}

/// A row of LETOR text, read with nothing of the library.
struct LetorRow {
  float label = 0;
  std::string query;
  std::map<int, float> values;  // by index, from 1; nan where missing
  std::string text;             // the line

  /// The value of a feature; 0 where the row does not mention it.
  float value(int index) const {
    const auto found = values.find(index);
    return found == values.end() ? 0.0F : found->second;
  }
};

inline std::vector<LetorRow> letor_rows(const std::string& text) {
  std::vector<LetorRow> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    LetorRow row;
    row.text = line;
    std::istringstream words(line.substr(0, line.find('#')));
    words >> row.label;
    for (std::string word; words >> word;) {
      const std::size_t colon = word.find(':');
      const std::string value = word.substr(colon + 1);
      if (word.starts_with("qid:")) {
        row.query = value;
      } else {
        row.values[std::stoi(word)] =
            value == "NULL" ? std::nanf("") : std::strtof(value.c_str(), nullptr);
      }
    }
    rows.push_back(row);
  }
  return rows;
}

/// The mean NDCG@10 over queries that have a relevant document; gain 2^label - 1, discount
/// 1 / log2(1 + rank), equal scores in row order.
inline double plain_ndcg10(const std::vector<LetorRow>& rows, const std::vector<double>& scores) {
  const auto dcg = [&](const std::vector<std::size_t>& order) {
    double sum = 0;
    for (std::size_t r = 0; r < std::min<std::size_t>(10, order.size()); ++r) {
      sum += (std::exp2(static_cast<double>(rows[order[r]].label)) - 1) /
             std::log2(2 + static_cast<double>(r));
    }
    return sum;
  };
  double sum = 0;
  double counted = 0;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].query == rows[begin].query) ++end;
    std::vector<std::size_t> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t i) { return rows[i].label; });
    const double ideal = dcg(order);
    if (ideal == 0) continue;
    std::ranges::sort(order);
    std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t i) { return scores[i]; });
    sum += dcg(order) / ideal;
    ++counted;
  }
  return sum / counted;
}

/// Text as fields of lines.
inline std::vector<std::vector<std::string>> table(const std::string& text, char separator = '\t') {
  std::vector<std::vector<std::string>> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    result.emplace_back();
    for (std::string field; std::getline(fields, field, separator);) result.back().push_back(field);
  }
  return result;
}

}  // namespace gbrank::test
