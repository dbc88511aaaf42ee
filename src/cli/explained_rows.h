#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "explain/explained_text.h"

namespace gbrank::cli {

/// What one feature adds.
struct FeaturePart {
  std::size_t slot;  // of TextExplainer::features()
  double contribution;
};

/// The features that add most, and what the others add together.
struct StrongestParts {
  std::vector<FeaturePart> parts;  // the strongest first; none is 0
  std::size_t others = 0;          // how many more there are that are not 0
  double others_contribution = 0;
};

/// `top` of them, 0: all.
StrongestParts strongest_parts(std::span<const double> contributions, std::size_t top);

enum class RowFormat {
  kLong,  // a line for each document and feature, tab-separated
  kWide,  // a line for each document, a column for each feature of the model
  kJson,
};

/// Explained rows as text, in pieces: begin() once, row() for each, end() once.
class RowWriter {
 public:
  RowWriter(const Ensemble& ensemble, const TextExplainer& explainer, RowFormat format,
            std::size_t top)
      : ensemble_(ensemble), explainer_(explainer), format_(format), top_(top) {}

  using Text = fmt::memory_buffer;
  void begin(Text& text) const;
  void row(const ExplainedRow& row, Text& text);
  void end(Text& text) const;

 private:
  void long_row(const ExplainedRow& row, Text& text) const;
  void wide_row(const ExplainedRow& row, Text& text) const;
  void json_row(const ExplainedRow& row, Text& text) const;
  const std::string& name(std::size_t slot) const {
    return ensemble_.feature_names[explainer_.features()[slot]];
  }

  const Ensemble& ensemble_;
  const TextExplainer& explainer_;
  RowFormat format_;
  std::size_t top_;
  bool first_ = true;
};

/// What a document is called: its id or, where it has none, "#3" for the third one of its query.
std::string document_name(std::string_view id, std::size_t position);

/// A value of a feature for JSON: null where it is missing.
std::string json_value(float value);

}  // namespace gbrank::cli
