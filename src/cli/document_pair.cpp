#include "cli/document_pair.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/command.h"

namespace gbrank::cli {
namespace {

/// ", did you mean X?", or the first few of what there is.
std::string hint(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t kShown = 5;
  const std::string near = nearest_name(word, known);
  if (!near.empty()) return fmt::format(", did you mean {}?", near);
  const std::span<const std::string> some(known.data(), std::min(known.size(), kShown));
  return fmt::format("; there are {}{}", fmt::join(some, ", "),
                     known.size() > kShown ? ", ..." : "");
}

std::size_t query_index(const std::string& id, const std::vector<QuerySpan>& queries) {
  return static_cast<std::size_t>(std::ranges::find(queries, id, &QuerySpan::id) - queries.begin());
}

/// Finds documents of a query by name.
class Documents {
 public:
  Documents(const std::string& query, std::vector<std::string> ids)
      : query_(query), ids_(std::move(ids)) {}

  /// Its row; throws UsageError for none, or several.
  std::size_t row(const std::string& name) const {
    if (name.starts_with('#')) return numbered(name);
    const auto first = std::ranges::find(ids_, name);
    if (name.empty() || first == ids_.end()) {
      throw UsageError(fmt::format("--pair: query {} has no document '{}'{}", query_, name,
                                   hint(name, known())));
    }
    const auto again = std::find(first + 1, ids_.end(), name);
    if (again != ids_.end()) {
      throw UsageError(
          fmt::format("--pair: query {} has document {} more than once; say #{} or #{}", query_,
                      name, first - ids_.begin() + 1, again - ids_.begin() + 1));
    }
    return static_cast<std::size_t>(first - ids_.begin());
  }

 private:
  std::size_t numbered(const std::string& name) const {
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + 1, end, number);
    if (error != std::errc{} || stop != end || number == 0 || number > ids_.size()) {
      throw UsageError(fmt::format("--pair: query {} has no document {}; they are #1 to #{}",
                                   query_, name, ids_.size()));
    }
    return number - 1;
  }

  /// Every id that can be said, or numbers where there is none.
  std::vector<std::string> known() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      names.push_back(ids_[i].empty() ? fmt::format("#{}", i + 1) : ids_[i]);
    }
    return names;
  }

  std::string query_;
  std::vector<std::string> ids_;
};

}  // namespace

std::size_t find_query(const std::string& option, const std::string& id,
                       const std::vector<QuerySpan>& queries, const std::string& data) {
  const std::size_t index = query_index(id, queries);
  if (index < queries.size()) return index;
  std::vector<std::string> known;
  for (const QuerySpan& query : queries) known.push_back(query.id);
  throw UsageError(fmt::format("--{}: {} has no query '{}'{}", option, data, id, hint(id, known)));
}

DocumentPair parse_document_pair(const std::string& text, const std::vector<QuerySpan>& queries,
                                 const DocumentIds& document_ids, const std::string& data) {
  const std::size_t first_colon = text.find(':');
  if (first_colon == std::string::npos || text.find(':', first_colon + 1) == std::string::npos) {
    throw UsageError(fmt::format(
        "--pair is '{}', expected QID:DOC1:DOC2 with document ids or numbers such as #3", text));
  }
  std::vector<DocumentPair> fitting;
  std::optional<UsageError> complaint;  // about the first way that names a query
  for (std::size_t a = first_colon; a != std::string::npos; a = text.find(':', a + 1)) {
    const std::size_t query = query_index(text.substr(0, a), queries);
    if (query == queries.size()) continue;
    const Documents documents(queries[query].id, document_ids(query));
    for (std::size_t b = text.find(':', a + 1); b != std::string::npos; b = text.find(':', b + 1)) {
      try {
        fitting.push_back({query, documents.row(text.substr(a + 1, b - a - 1)),
                           documents.row(text.substr(b + 1))});
      } catch (const UsageError& error) {
        if (!complaint) complaint = error;
      }
    }
  }
  if (fitting.size() > 1) {
    throw UsageError(fmt::format(
        "--pair is '{}', which can be read in {} ways; name documents by number, such as #3", text,
        fitting.size()));
  }
  if (fitting.empty()) {
    if (complaint) throw *complaint;
    find_query("pair", text.substr(0, first_colon), queries, data);
  }
  const DocumentPair& pair = fitting.front();
  if (pair.first == pair.second) {
    throw UsageError(fmt::format("--pair is '{}': both are document #{} of query {}", text,
                                 pair.first + 1, queries[pair.query].id));
  }
  return pair;
}

}  // namespace gbrank::cli
