#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/letor_reader.h"

namespace gbrank {

/// Where the lines of a query stand in a text: whole lines, with those between it and the next
/// query.
struct QuerySpan {
  std::string id;
  std::size_t begin;
  std::size_t end;
  std::size_t first_row;
  std::size_t rows;
};

/// All queries in the order of the text; every line is checked as a fit would check it. Throws
/// Error with file and line.
std::vector<QuerySpan> find_queries(const NamedText& source, int threads);

}  // namespace gbrank
