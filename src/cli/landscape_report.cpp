#include "cli/landscape_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/counted.h"

namespace gbrank::cli {
namespace {

/// The directions of one kind, or of all, in one metric.
struct Summary {
  std::string name;
  std::size_t directions = 0;
  std::size_t flat = 0;
  std::size_t raised = 0;  // some step has a higher mean
  std::size_t raises = 0;  // some step raises it by more than chance
  std::size_t falls = 0;   // some step lowers it by more than chance
  double mean_gain = 0;
  std::vector<double> mean_change;  // at each step, to the model as it is

  LocalOptimum answer() const { return local_optimum(raises, falls); }
};

Summary summarise(const Landscape& all, const MetricLandscape& metric, std::string name,
                  const std::vector<std::size_t>& directions) {
  Summary summary{std::move(name), directions.size(), 0, 0, 0, 0, 0, {}};
  summary.mean_change.resize(all.steps.size());
  const auto n = static_cast<double>(directions.size());
  for (const std::size_t d : directions) {
    const Curve& curve = metric.curves[d];
    summary.flat += curve.is_flat;
    summary.raised += curve.gain > 0;
    summary.raises += is_raise(curve);
    summary.falls += is_fall(curve);
    summary.mean_gain += curve.gain / n;
    for (std::size_t s = 0; s < all.steps.size(); ++s) {
      summary.mean_change[s] += (curve.values[s] - metric.value) / n;
    }
  }
  return summary;
}

/// Of each kind that there is, and of all where there are several.
std::vector<Summary> summaries(const Landscape& all, const MetricLandscape& metric) {
  std::vector<Summary> result;
  for (std::size_t k = 0; k < direction_kinds().size(); ++k) {
    std::vector<std::size_t> of_kind;
    for (std::size_t d = 0; d < all.directions.size(); ++d) {
      if (static_cast<std::size_t>(all.directions[d].kind) == k) of_kind.push_back(d);
    }
    if (of_kind.empty()) continue;
    result.push_back(summarise(all, metric, direction_kinds()[k], of_kind));
  }
  return result;
}

Summary summary_of_all(const Landscape& all, const MetricLandscape& metric) {
  std::vector<std::size_t> every(all.directions.size());
  std::iota(every.begin(), every.end(), 0U);
  return summarise(all, metric, "all", every);
}

/// Those with a raise, the surest first.
std::vector<std::size_t> surest(const MetricLandscape& metric) {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < metric.curves.size(); ++d) {
    if (metric.curves[d].gain > 0) order.push_back(d);
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const Curve& x = metric.curves[a];
    const Curve& y = metric.curves[b];
    return x.p_raise != y.p_raise ? x.p_raise < y.p_raise : x.gain > y.gain;
  });
  return order;
}

std::size_t most_raised(const MetricLandscape& metric, bool beyond_chance) {
  std::size_t best = 0;
  double gain = 0;
  for (std::size_t d = 0; d < metric.curves.size(); ++d) {
    const Curve& curve = metric.curves[d];
    if ((beyond_chance && !is_raise(curve)) || curve.gain <= gain) continue;
    best = d;
    gain = curve.gain;
  }
  return best;
}

std::string answer(const Landscape& all, const MetricLandscape& metric) {
  const Summary sum = summary_of_all(all, metric);
  const std::string name = metric.metric.name();
  const std::string directions = counted(sum.directions, "direction");
  if (std::isnan(metric.value)) return fmt::format("No answer: no query counts for {}.\n", name);
  const auto most = [&](bool beyond_chance) {
    const std::size_t d = most_raised(metric, beyond_chance);
    return fmt::format("by {:.4f} ({} at t = {})", metric.curves[d].gain, all.directions[d].name(),
                       metric.curves[d].best_t);
  };
  const std::string question = fmt::format("A local optimum of {} along these directions? ", name);
  const std::string raised =
      sum.raised == 0
          ? ""
          : fmt::format(" On this very data a step raises it in {} of them, at most {}.",
                        sum.raised, most(false));
  switch (sum.answer()) {
    case LocalOptimum::kNo:
      return fmt::format("{}No: along {} of {} a step raises it by more than chance, at most {}.\n",
                         question, sum.raises, directions, most(true));
    case LocalOptimum::kYes:
      return fmt::format(
          "{}Yes, as far as {} can tell: along none of {} a step raises it by more than chance, "
          "along {} a step lowers it by more than chance.{}\n",
          question, counted(metric.queries, "query", "queries"), directions, sum.falls, raised);
    default:
      return fmt::format(
          "{}Undecided: along none of {} a step raises or lowers it by more than chance that {} "
          "could tell.{}\n",
          question, directions, counted(metric.queries, "query", "queries"), raised);
  }
}

std::string p_text(double p) { return p < 0.0001 ? "<.0001" : fmt::format("{:.4f}", p); }

std::string word_for(LocalOptimum answer) {
  return answer == LocalOptimum::kNo ? "no" : answer == LocalOptimum::kYes ? "yes" : "undecided";
}

void add_summary(const Summary& sum, std::string& text) {
  text += fmt::format(
      "  {:<7} {:>10} {:>9} {:>7} {:>6} {:>7} {:>10} {:>10.4f} {:>+10.4f} {:>+10.4f}\n", sum.name,
      sum.directions, sum.flat, sum.raised, sum.raises, sum.falls, word_for(sum.answer()),
      sum.mean_gain, sum.mean_change.front(), sum.mean_change.back());
}

}  // namespace

std::string landscape_text(const LandscapeReport& report, std::size_t top) {
  const Landscape& all = report.landscape;
  std::string text;
  for (const MetricLandscape& metric : all.metrics) {
    text +=
        fmt::format("{}{} of {} on {}: {:.4f}, {}, convention {}\n", text.empty() ? "" : "\n",
                    metric.metric.name(), report.model, report.data, metric.value,
                    counted(metric.queries, "query", "queries"), report.options.convention.name);
    const auto at = [](double t) { return fmt::format("at t = {}", t); };
    text += fmt::format(
        "\n  {:<7} {:>10} {:>9} {:>7} {:>14} {:>10} {:>10} {:>21}\n"
        "  {:<7} {:>10} {:>9} {:>7} {:>6} {:>7} {:>10} {:>10} {:>10} {:>10}\n",
        "", "", "", "", "for certain:", "local", "mean gain", "mean change:", "kind", "directions",
        "unchanged", "raised", "raised", "lowered", "optimum", "best step", at(all.steps.front()),
        at(all.steps.back()));
    const std::vector<Summary> kinds = summaries(all, metric);
    for (const Summary& kind : kinds) add_summary(kind, text);
    if (kinds.size() > 1) add_summary(summary_of_all(all, metric), text);

    std::vector<std::size_t> order = surest(metric);
    order.resize(std::min(order.size(), top));
    if (!order.empty()) {
      text += fmt::format("\n  {:<16} {:>8} {:>9} {:>14} {:>8} {:>8}\n", "surest raises", "at t",
                          "gain", "queries up/down", "p", "Holm");
    }
    for (const std::size_t d : order) {
      const Curve& curve = metric.curves[d];
      text +=
          fmt::format("  {:<16} {:>8.6g} {:>+9.4f} {:>15} {:>8} {:>8}\n", all.directions[d].name(),
                      curve.best_t, curve.gain, fmt::format("{}/{}", curve.higher, curve.lower),
                      p_text(curve.p_raise), p_text(curve.p_raise_holm));
    }
    text += "\n" + answer(all, metric);
  }
  return text;
}

std::string landscape_tsv(const Landscape& all) {
  std::string text = "direction\tkind\ttree\tleaf\tt";
  for (const MetricLandscape& metric : all.metrics) text += "\t" + metric.metric.name();
  text += "\n";
  for (std::size_t d = 0; d < all.directions.size(); ++d) {
    const Direction& direction = all.directions[d];
    const bool has_tree = direction.kind != DirectionKind::kRandom;
    const bool has_leaf = direction.kind == DirectionKind::kLeaf;
    const std::string start =
        fmt::format("{}\t{}\t{}\t{}", direction.name(), name_of(direction.kind),
                    has_tree ? fmt::format("{}", direction.tree) : "",
                    has_leaf ? fmt::format("{}", direction.leaf) : "");
    for (std::size_t s = 0; s < all.steps.size(); ++s) {
      text += fmt::format("{}\t{}", start, all.steps[s]);
      for (const MetricLandscape& metric : all.metrics) {
        text += fmt::format("\t{}", metric.curves[d].values[s]);
      }
      text += "\n";
    }
  }
  return text;
}

namespace {

using Json = nlohmann::ordered_json;

Json answer_json(LocalOptimum answer) {
  if (answer == LocalOptimum::kUndecided) return nullptr;
  return answer == LocalOptimum::kYes;
}

Json summary_json(const Summary& sum) {
  return {{"kind", sum.name},
          {"is_local_optimum", answer_json(sum.answer())},
          {"directions", sum.directions},
          {"unchanged", sum.flat},
          {"raised", sum.raised},
          {"surely_raised", sum.raises},
          {"surely_lowered", sum.falls},
          {"mean_gain", sum.mean_gain},
          {"mean_change", sum.mean_change}};
}

Json direction_json(const Direction& direction, const Curve& curve) {
  Json json = {{"direction", direction.name()}, {"kind", name_of(direction.kind)}};
  if (direction.kind != DirectionKind::kRandom) json["tree"] = direction.tree;
  if (direction.kind == DirectionKind::kLeaf) json["leaf"] = direction.leaf;
  json["best_t"] = curve.best_t;
  json["gain"] = curve.gain;
  json["queries_up"] = curve.higher;
  json["queries_down"] = curve.lower;
  json["p_raise"] = curve.p_raise;
  json["p_raise_holm"] = curve.p_raise_holm;
  json["p_fall"] = curve.p_fall;
  json["p_fall_holm"] = curve.p_fall_holm;
  json["values"] = curve.values;
  return json;
}

}  // namespace

Json landscape_json(const LandscapeReport& report) {
  const Landscape& all = report.landscape;
  Json json = {{"model", report.model},
               {"data", report.data},
               {"convention", report.options.convention.name},
               {"seed", report.options.seed},
               {"samples", report.options.samples},
               {"level", kChangeLevel},
               {"steps", all.steps},
               {"metrics", Json::array()}};
  for (const MetricLandscape& metric : all.metrics) {
    const Summary sum = summary_of_all(all, metric);
    Json own = {{"metric", metric.metric.name()},
                {"value", metric.value},
                {"queries", metric.queries},
                {"is_local_optimum", answer_json(sum.answer())},  // null: undecided
                {"all", summary_json(sum)},
                {"kinds", Json::array()},
                {"directions", Json::array()}};
    for (const Summary& kind : summaries(all, metric)) own["kinds"].push_back(summary_json(kind));
    for (std::size_t d = 0; d < all.directions.size(); ++d) {
      own["directions"].push_back(direction_json(all.directions[d], metric.curves[d]));
    }
    json["metrics"].push_back(std::move(own));
  }
  return json;
}

}  // namespace gbrank::cli
