#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "data/query_spans.h"

namespace gbrank::cli {

/// Throws UsageError that names the nearest query of the data, or the first few.
std::size_t find_query(const std::string& option, const std::string& id,
                       const std::vector<QuerySpan>& queries, const std::string& data);

/// Two different documents of a query, by their rows in it.
struct DocumentPair {
  std::size_t query;
  std::size_t first;
  std::size_t second;
};

/// The ids of the documents of a query, empty where there is none.
using DocumentIds = std::function<std::vector<std::string>(std::size_t query)>;

/// What QID:DOC1:DOC2 means. A document is named by its id or, with # and a number, by its place in
/// the query, from 1. Ids may have colons: every way to part the text is tried, and one must fit.
/// Throws UsageError.
DocumentPair parse_document_pair(const std::string& text, const std::vector<QuerySpan>& queries,
                                 const DocumentIds& document_ids, const std::string& data);

}  // namespace gbrank::cli
