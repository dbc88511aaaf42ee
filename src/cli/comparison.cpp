#include "cli/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/counted.h"
#include "model/json_text.h"

namespace gbrank::cli {
namespace {

double difference_in(const MetricComparison& c, std::size_t system, std::size_t query) {
  return c.per_query[system][query] - c.per_query[0][query];
}

/// Better, equal and worse queries: for an error lower is better.
struct Wins {
  std::size_t wins;
  std::size_t ties;
  std::size_t losses;
};

Wins wins_of(const Metric& metric, const PairedComparison& c) {
  if (metric.higher_is_better()) return {c.higher, c.equal, c.lower};
  return {c.lower, c.equal, c.higher};
}

std::string changes_text(const Comparison& all, const MetricComparison& c, std::size_t system,
                         std::size_t changes) {
  std::string text;
  for (const std::size_t query : changed_most(c, system, changes)) {
    text += fmt::format("{} {} {:+.4f}", text.empty() ? "" : ",", all.query_ids[query],
                        difference_in(c, system, query));
  }
  return text;
}

}  // namespace

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.0001 ? "<.0001" : fmt::format("{:.4f}", p);
}

std::string interval_text(const PairedComparison& c) {
  if (std::isnan(c.low)) return "-";
  return fmt::format("{:+.4f} to {:+.4f}", c.low, c.high);
}

MetricComparison compare_systems(const Metric& metric, std::vector<MetricValue> of_systems,
                                 const RandomisationOptions& options) {
  MetricComparison c{metric, {}, {}, {}, {}, {}};
  for (MetricValue& values : of_systems) {
    c.means.push_back(values.mean);
    c.per_query.push_back(std::move(values.per_query));
  }
  std::vector<double> t_p;
  std::vector<double> randomisation_p;
  for (std::size_t s = 1; s < c.per_query.size(); ++s) {
    c.against_first.push_back(compare_paired(c.per_query[0], c.per_query[s], options));
    t_p.push_back(c.against_first.back().t_p);
    randomisation_p.push_back(c.against_first.back().randomisation_p);
  }
  c.t_p_holm = holm(t_p);
  c.randomisation_p_holm = holm(randomisation_p);
  return c;
}

std::vector<std::size_t> changed_most(const MetricComparison& c, std::size_t system,
                                      std::size_t count) {
  std::vector<std::size_t> queries;
  for (std::size_t q = 0; q < c.per_query[0].size(); ++q) {
    if (std::abs(difference_in(c, system, q)) > 0) queries.push_back(q);  // not for NaN
  }
  std::ranges::stable_sort(queries, std::greater<>{},
                           [&](std::size_t q) { return std::abs(difference_in(c, system, q)); });
  queries.resize(std::min(queries.size(), count));
  return queries;
}

std::string comparison_text(const Comparison& all, std::size_t changes) {
  std::size_t width = 8;
  for (const std::string& system : all.systems) width = std::max(width, system.size());
  const bool several = all.systems.size() > 2;
  std::string text;
  for (const MetricComparison& c : all.metrics) {
    text += fmt::format("{}{}, {}\n", text.empty() ? "" : "\n", c.metric.name(),
                        counted(c.against_first[0].queries, "query", "queries"));
    text += fmt::format("  {:<{}} {:>9} {:>11} {:>19} {:>9}", "system", width, "mean", "difference",
                        "95% interval", "t-test p");
    if (several) text += fmt::format(" {:>8}", "Holm");
    text += fmt::format(" {:>9}", "random. p");
    if (several) text += fmt::format(" {:>8}", "Holm");
    text += fmt::format(" {:>17}\n", "wins/ties/losses");
    text += fmt::format("  {:<{}} {:>9.4f}\n", all.systems[0], width, c.means[0]);
    for (std::size_t s = 1; s < all.systems.size(); ++s) {
      const PairedComparison& against = c.against_first[s - 1];
      text +=
          fmt::format("  {:<{}} {:>9.4f} {:>+11.4f} {:>19} {:>9}", all.systems[s], width,
                      c.means[s], against.difference, interval_text(against), p_text(against.t_p));
      if (several) text += fmt::format(" {:>8}", p_text(c.t_p_holm[s - 1]));
      text += fmt::format(" {:>9}", p_text(against.randomisation_p));
      if (several) text += fmt::format(" {:>8}", p_text(c.randomisation_p_holm[s - 1]));
      const Wins wins = wins_of(c.metric, against);
      text += fmt::format(" {:>17}\n", fmt::format("{}/{}/{}", wins.wins, wins.ties, wins.losses));
    }
    for (std::size_t s = 1; s < all.systems.size(); ++s) {
      const std::string most = changes_text(all, c, s, changes);
      if (most.empty()) continue;
      text +=
          fmt::format("  changed most{}: qid{}\n", several ? " by " + all.systems[s] : "", most);
    }
  }
  return text;
}

std::string comparison_json(const Comparison& all, const Convention& convention,
                            const RandomisationOptions& options, std::size_t changes) {
  std::string text = fmt::format(
      "{{\n  \"convention\": {},\n  \"queries\": {},\n  \"baseline\": {},\n  \"samples\": {},\n  "
      "\"seed\": {},\n  \"metrics\": [",
      json_string(convention.name), all.query_ids.size(), json_string(all.systems[0]),
      options.samples, options.seed);
  for (std::size_t m = 0; m < all.metrics.size(); ++m) {
    const MetricComparison& c = all.metrics[m];
    text += fmt::format(
        "{}\n    {{\"metric\": \"{}\", \"queries\": {}, \"baseline_mean\": {}, \"systems\": [",
        m == 0 ? "" : ",", c.metric.name(), c.against_first[0].queries, json_number(c.means[0]));
    for (std::size_t s = 1; s < all.systems.size(); ++s) {
      const PairedComparison& against = c.against_first[s - 1];
      const Wins wins = wins_of(c.metric, against);
      text += fmt::format(
          "{}\n      {{\"system\": {}, \"mean\": {}, \"difference\": {}, \"low\": {}, \"high\": "
          "{}, "
          "\"t\": {}, \"t_p\": {}, \"t_p_holm\": {}, \"randomisation_p\": {}, "
          "\"randomisation_p_holm\": {}, \"randomisation_exact\": {}, \"wins\": {}, \"ties\": {}, "
          "\"losses\": {}, \"changed_most\": [",
          s == 1 ? "" : ",", json_string(all.systems[s]), json_number(c.means[s]),
          json_number(against.difference), json_number(against.low), json_number(against.high),
          json_number(against.t), json_number(against.t_p), json_number(c.t_p_holm[s - 1]),
          json_number(against.randomisation_p), json_number(c.randomisation_p_holm[s - 1]),
          against.exact, wins.wins, wins.ties, wins.losses);
      std::string separator;
      for (const std::size_t q : changed_most(c, s, changes)) {
        text += fmt::format("{}\n        {{\"qid\": {}, \"baseline\": {}, \"value\": {}}}",
                            separator, json_string(all.query_ids[q]),
                            json_number(c.per_query[0][q]), json_number(c.per_query[s][q]));
        separator = ",";
      }
      text += "]}";
    }
    text += "]}";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace gbrank::cli
