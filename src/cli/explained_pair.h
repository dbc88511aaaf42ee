#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "gbrank/ensemble.h"

#include "cli/document_pair.h"
#include "explain/explained_text.h"

namespace gbrank::cli {

/// A document beside the other ones of its query.
struct PairedDocument {
  std::string name;
  std::size_t rank;  // from 1, equal scores in row order
  float label;
  double score;
  std::vector<float> values;  // one for each of ExplainedPair::features
  std::vector<double> contributions;
};

/// Why one document stands above another.
struct ExplainedPair {
  std::string query;
  std::size_t documents;  // in the query
  double base;
  std::vector<std::uint32_t> features;  // of the model, from 0
  std::array<PairedDocument, 2> pair;

  double difference() const { return pair[0].score - pair[1].score; }
};

/// `source` has the rows of the query, and no others.
ExplainedPair explain_pair(TextExplainer& explainer, const NamedText& source,
                           const DocumentPair& pair);

/// The `top` features (0: all) that part the two most, and what the others do together.
std::string pair_text(const ExplainedPair& explained, const Ensemble& ensemble, std::size_t top);
std::string pair_json(const ExplainedPair& explained, const Ensemble& ensemble, std::size_t top);

}  // namespace gbrank::cli
