#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explain/explained_text.h"

namespace gbrank::cli {

/// What each feature adds to the scores of many documents.
class ContributionSummary {
 public:
  explicit ContributionSummary(std::size_t features) : sums_(features) {}

  /// The rows of a query stand together.
  void add(const ExplainedRow& row);

  struct Row {
    std::size_t slot;      // of TextExplainer::features()
    double mean_absolute;  // of the contributions
    double mean;
    double within_query;  // their standard deviation among the documents of a query
  };
  /// By falling mean_absolute, then by slot.
  std::vector<Row> rows() const;
  std::size_t documents() const { return documents_; }

 private:
  struct Sums {
    double absolute = 0;
    double plain = 0;
    double query_mean = 0;  // of the query at hand, so far
    double squares = 0;     // of the distances from the means of their queries
  };
  std::vector<Sums> sums_;
  std::size_t documents_ = 0;
  std::string query_;
  double of_query_ = 0;  // its documents so far
};

std::string summary_text(const ContributionSummary& summary, const Ensemble& ensemble,
                         const TextExplainer& explainer, std::size_t top, bool json);

}  // namespace gbrank::cli
