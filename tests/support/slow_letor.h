#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace gbrank::test {

/// What a LETOR text means, by a parser that is too simple to be wrong in the ways a fast one is.
/// For correct texts only.
struct SlowLetor {
  std::vector<float> labels;
  std::vector<std::size_t> query_offsets;
  std::vector<std::string> query_ids;
  std::vector<std::vector<float>> rows;  // up to the largest index of the row; missing is NaN

  explicit SlowLetor(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line.substr(0, line.find('#')));
      std::string field;
      if (!(fields >> field)) continue;
      labels.push_back(std::strtof(field.c_str(), nullptr));
      fields >> field;
      const std::string query = field.substr(field.find(':') + 1);
      if (query_ids.empty() || query_ids.back() != query) {
        query_ids.push_back(query);
        query_offsets.push_back(rows.size());
      }
      rows.emplace_back();
      while (fields >> field) {
        const std::size_t colon = field.find(':');
        const std::string value = field.substr(colon + 1);
        const std::size_t index = std::stoul(field.substr(0, colon));
        if (rows.back().size() < index) rows.back().resize(index, 0);
        rows.back()[index - 1] = value == "NULL" ? std::numeric_limits<float>::quiet_NaN()
                                                 : std::strtof(value.c_str(), nullptr);
      }
    }
    query_offsets.push_back(rows.size());
  }

  float value(std::size_t row, std::size_t feature) const {
    return feature < rows[row].size() ? rows[row][feature] : 0;
  }
};

}  // namespace gbrank::test
