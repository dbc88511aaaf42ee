#include "cli/explained_pair.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/counted.h"
#include "cli/explained_rows.h"
#include "model/json_text.h"

namespace gbrank::cli {
namespace {

std::size_t rank_of(const std::vector<double>& scores, std::size_t row) {
  std::size_t rank = 1;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    rank += scores[i] > scores[row] || (scores[i] == scores[row] && i < row) ? 1 : 0;
  }
  return rank;
}

/// By how much each feature moves the first document above the second.
StrongestParts differences(const ExplainedPair& explained, std::size_t top) {
  std::vector<double> difference;
  for (std::size_t s = 0; s < explained.features.size(); ++s) {
    difference.push_back(explained.pair[0].contributions[s] - explained.pair[1].contributions[s]);
  }
  return strongest_parts(difference, top);
}

/// Digits behind the point, so that the largest number has about five.
int digits_of(const ExplainedPair& explained) {
  double largest = std::abs(explained.difference());
  for (const PairedDocument& document : explained.pair) {
    for (const double x : document.contributions) largest = std::max(largest, std::abs(x));
  }
  if (largest == 0 || !std::isfinite(largest)) return 1;
  return std::clamp(4 - static_cast<int>(std::floor(std::log10(largest))), 1, 15);
}

}  // namespace

ExplainedPair explain_pair(TextExplainer& explainer, const NamedText& source,
                           const DocumentPair& pair) {
  ExplainedPair result{{}, 0, explainer.base_value(), {}, {}};
  result.features.assign(explainer.features().begin(), explainer.features().end());
  std::vector<double> scores;
  explainer.explain(source, [&](const ExplainedRow& row) {
    scores.push_back(row.score);
    const std::size_t place = row.position - 1;
    if (place != pair.first && place != pair.second) return;
    result.query = row.query;
    result.pair[place == pair.first ? 0 : 1] = {
        document_name(row.document, row.position),
        0,
        row.label,
        row.score,
        {row.values.begin(), row.values.end()},
        {row.contributions.begin(), row.contributions.end()}};
  });
  result.documents = scores.size();
  result.pair[0].rank = rank_of(scores, pair.first);
  result.pair[1].rank = rank_of(scores, pair.second);
  return result;
}

std::string pair_text(const ExplainedPair& explained, const Ensemble& ensemble, std::size_t top) {
  const auto& [a, b] = explained.pair;
  const std::size_t width = std::max(a.name.size(), b.name.size());
  std::string text = fmt::format("query {}, {}, base value {:.6g}\n", explained.query,
                                 counted(explained.documents, "document"), explained.base);
  for (const PairedDocument* document : {&a, &b}) {
    text += fmt::format("{}  {:<{}}  rank {}, label {}, score {:.6g}\n", document == &a ? 'A' : 'B',
                        document->name, width, document->rank, number_text(document->label),
                        document->score);
  }
  const int digits = digits_of(explained);
  const bool above = a.rank < b.rank;
  text += a.score == b.score ? fmt::format("{} stands above {} by its place in the data alone\n",
                                           above ? 'A' : 'B', above ? 'B' : 'A')
                             : fmt::format("A stands {} B by {:.{}f}\n", above ? "above" : "below",
                                           std::abs(explained.difference()), digits);
  text += fmt::format("\n{:>12}  {:>14}  {:>14}  {:>10}  {:>10}  feature\n", "A - B",
                      "contribution A", "contribution B", "value A", "value B");
  const auto line = [&](double difference, const std::string& of_a, const std::string& of_b,
                        const std::string& values, const std::string& name) {
    return fmt::format("{:>+12.{}f}  {:>14}  {:>14}  {:>22}  {}\n", difference, digits, of_a, of_b,
                       values, name);
  };
  const auto signed_text = [&](double x) { return fmt::format("{:+.{}f}", x, digits); };
  const StrongestParts strongest = differences(explained, top);
  for (const auto& [s, difference] : strongest.parts) {
    text += line(difference, signed_text(a.contributions[s]), signed_text(b.contributions[s]),
                 fmt::format("{:>10.6g}  {:>10.6g}", a.values[s], b.values[s]),
                 ensemble.feature_names[explained.features[s]]);
  }
  if (strongest.others > 0) {
    text += line(strongest.others_contribution, "", "", "",
                 fmt::format("({})", counted(strongest.others, "other")));
  }
  return text + line(explained.difference(), signed_text(a.score - explained.base),
                     signed_text(b.score - explained.base), "", "(all)");
}

std::string pair_json(const ExplainedPair& explained, const Ensemble& ensemble, std::size_t top) {
  const auto& [a, b] = explained.pair;
  std::string text = fmt::format(
      "{{\n  \"qid\": {},\n  \"query_documents\": {},\n  \"base\": {},\n  \"difference\": {},\n  "
      "\"documents\": [",
      json_string(explained.query), explained.documents, json_number(explained.base),
      json_number(explained.difference()));
  for (const PairedDocument* document : {&a, &b}) {
    text += fmt::format("{}\n    {{\"doc\": {}, \"rank\": {}, \"label\": {}, \"score\": {}}}",
                        document == &a ? "" : ",", json_string(document->name), document->rank,
                        number_text(document->label), json_number(document->score));
  }
  text += "\n  ],\n  \"features\": [";
  const StrongestParts strongest = differences(explained, top);
  for (std::size_t i = 0; i < strongest.parts.size(); ++i) {
    const auto& [s, difference] = strongest.parts[i];
    text += fmt::format(
        "{}\n    {{\"feature\": {}, \"index\": {}, \"values\": [{}, {}], \"contributions\": [{}, "
        "{}], \"difference\": {}}}",
        i == 0 ? "" : ",", json_string(ensemble.feature_names[explained.features[s]]),
        explained.features[s] + 1, json_value(a.values[s]), json_value(b.values[s]),
        json_number(a.contributions[s]), json_number(b.contributions[s]), json_number(difference));
  }
  text += "\n  ]";
  if (strongest.others > 0) {
    text += fmt::format(",\n  \"others\": {{\"features\": {}, \"difference\": {}}}",
                        strongest.others, json_number(strongest.others_contribution));
  }
  return text + "\n}\n";
}

}  // namespace gbrank::cli
