#include "cli/explained_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "model/json_text.h"

namespace gbrank::cli {
namespace {

template <typename... Values>
void add(RowWriter::Text& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

}  // namespace

StrongestParts strongest_parts(std::span<const double> contributions, std::size_t top) {
  StrongestParts result;
  for (std::size_t s = 0; s < contributions.size(); ++s) {
    if (contributions[s] != 0) result.parts.push_back({s, contributions[s]});
  }
  std::ranges::stable_sort(result.parts, std::greater<>{},
                           [](const FeaturePart& part) { return std::abs(part.contribution); });
  if (top == 0) return result;
  for (std::size_t i = top; i < result.parts.size(); ++i) {
    ++result.others;
    result.others_contribution += result.parts[i].contribution;
  }
  result.parts.resize(std::min(result.parts.size(), top));
  return result;
}

std::string document_name(std::string_view id, std::size_t position) {
  return id.empty() ? fmt::format("#{}", position) : std::string(id);
}

std::string json_value(float value) { return std::isnan(value) ? "null" : number_text(value); }

void RowWriter::begin(Text& text) const {
  switch (format_) {
    case RowFormat::kLong:
      add(text, "qid\tdoc\tscore\tbase\tfeature\tvalue\tcontribution\n");
      break;
    case RowFormat::kWide:
      add(text, "qid\tdoc\tscore\tbase\t{}\n", fmt::join(ensemble_.feature_names, "\t"));
      break;
    case RowFormat::kJson:
      add(text, "{{\n  \"base\": {},\n  \"documents\": [", json_number(explainer_.base_value()));
      break;
  }
}

void RowWriter::row(const ExplainedRow& row, Text& text) {
  switch (format_) {
    case RowFormat::kLong:
      long_row(row, text);
      break;
    case RowFormat::kWide:
      wide_row(row, text);
      break;
    case RowFormat::kJson:
      json_row(row, text);
      break;
  }
  first_ = false;
}

void RowWriter::end(Text& text) const {
  if (format_ == RowFormat::kJson) add(text, "\n  ]\n}}\n");
}

void RowWriter::long_row(const ExplainedRow& row, Text& text) const {
  const std::string head =
      fmt::format("{}\t{}\t{}\t{}", row.query, document_name(row.document, row.position),
                  number_text(row.score), number_text(explainer_.base_value()));
  const StrongestParts strongest = strongest_parts(row.contributions, top_);
  for (const FeaturePart& part : strongest.parts) {
    add(text, "{}\t{}\t{}\t{}\n", head, name(part.slot), number_text(row.values[part.slot]),
        number_text(part.contribution));
  }
  if (strongest.others > 0 || strongest.parts.empty()) {
    add(text, "{}\t(others)\t-\t{}\n", head, number_text(strongest.others_contribution));
  }
}

void RowWriter::wide_row(const ExplainedRow& row, Text& text) const {
  add(text, "{}\t{}\t{}\t{}", row.query, document_name(row.document, row.position),
      number_text(row.score), number_text(explainer_.base_value()));
  const std::span<const std::uint32_t> asked = explainer_.features();
  for (std::size_t f = 0, s = 0; f < ensemble_.features(); ++f) {
    const bool is_asked = s < asked.size() && asked[s] == f;
    add(text, "\t{}", number_text(is_asked ? row.contributions[s] : 0.0));
    s += is_asked ? 1 : 0;
  }
  add(text, "\n");
}

void RowWriter::json_row(const ExplainedRow& row, Text& text) const {
  add(text,
      "{}\n    {{\"qid\": {}, \"doc\": {}, \"label\": {}, \"score\": {}, \"contributions\": [",
      first_ ? "" : ",", json_string(std::string(row.query)),
      json_string(document_name(row.document, row.position)), number_text(row.label),
      json_number(row.score));
  const StrongestParts strongest = strongest_parts(row.contributions, top_);
  for (std::size_t i = 0; i < strongest.parts.size(); ++i) {
    const FeaturePart& part = strongest.parts[i];
    add(text, "{}\n      {{\"feature\": {}, \"index\": {}, \"value\": {}, \"contribution\": {}}}",
        i == 0 ? "" : ",", json_string(name(part.slot)), explainer_.features()[part.slot] + 1,
        json_value(row.values[part.slot]), json_number(part.contribution));
  }
  add(text, "]");
  if (strongest.others > 0) {
    add(text, ", \"others\": {{\"features\": {}, \"contribution\": {}}}", strongest.others,
        json_number(strongest.others_contribution));
  }
  add(text, "}}");
}

}  // namespace gbrank::cli
