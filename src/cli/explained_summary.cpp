#include "cli/explained_summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/json_text.h"

namespace gbrank::cli {

void ContributionSummary::add(const ExplainedRow& row) {
  if (row.query != query_) {
    query_ = row.query;
    of_query_ = 0;
  }
  ++documents_;
  ++of_query_;
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    Sums& sums = sums_[s];
    const double contribution = row.contributions[s];
    sums.absolute += std::abs(contribution);
    sums.plain += contribution;
    // Welford's update, which loses nothing where the deviation is small beside the mean.
    if (of_query_ == 1) sums.query_mean = 0;
    const double before = contribution - sums.query_mean;
    sums.query_mean += before / of_query_;
    sums.squares += before * (contribution - sums.query_mean);
  }
}

std::vector<ContributionSummary::Row> ContributionSummary::rows() const {
  const double n = std::max(1.0, static_cast<double>(documents_));
  std::vector<Row> rows;
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    const Sums& sums = sums_[s];
    rows.push_back({s, sums.absolute / n, sums.plain / n, std::sqrt(sums.squares / n)});
  }
  std::ranges::stable_sort(rows, std::greater<>{}, &Row::mean_absolute);
  return rows;
}

std::string summary_text(const ContributionSummary& summary, const Ensemble& ensemble,
                         const TextExplainer& explainer, std::size_t top, bool json) {
  std::vector<ContributionSummary::Row> rows = summary.rows();
  if (top > 0) rows.resize(std::min(rows.size(), top));
  std::string text = json ? fmt::format(
                                "{{\n  \"documents\": {},\n  \"base\": {},\n  "
                                "\"features\": [",
                                summary.documents(), json_number(explainer.base_value()))
                          : "feature\tindex\tmean_absolute\tmean\twithin_query\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ContributionSummary::Row& row = rows[i];
    const std::uint32_t feature = explainer.features()[row.slot];
    const std::string& name = ensemble.feature_names[feature];
    text += json ? fmt::format(
                       "{}\n    {{\"feature\": {}, \"index\": {}, \"mean_absolute\": {}, "
                       "\"mean\": {}, \"within_query\": {}}}",
                       i == 0 ? "" : ",", json_string(name), feature + 1,
                       json_number(row.mean_absolute), json_number(row.mean),
                       json_number(row.within_query))
                 : fmt::format("{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", name, feature + 1,
                               row.mean_absolute, row.mean, row.within_query);
  }
  return text + (json ? "\n  ]\n}\n" : "");
}

}  // namespace gbrank::cli
