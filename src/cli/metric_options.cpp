#include "cli/metric_options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/arguments.h"

namespace gbrank::cli {
namespace {

/// A help text that ends with the words the option takes.
std::string with_choices(const std::string& text, const std::string& option) {
  return fmt::format("{}: {}", text, fmt::join(choices_of(option), ", "));
}

/// The choice at the place of the word in choices_of(option), which is in the order of the enum.
template <typename Enum>
void override_with(const std::string& option, const std::string& word, Enum& field) {
  if (word.empty()) return;
  const std::vector<std::string> known = choices_of(option);
  one_of(option, word, known);
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] == word) field = static_cast<Enum>(i);
  }
}

}  // namespace

po::options_description describe_convention(ConventionArguments& a) {
  po::options_description group("What the metrics mean");
  const auto word = [](std::string& field) { return po::value(&field)->value_name("NAME"); };
  group.add_options()                                                                          //
      ("convention", word(a.convention)->default_value(a.convention),                          //
       with_choices("whose definition of the metrics to follow", "convention").c_str())        //
      ("gain", word(a.gain), with_choices("override: gain of a label", "gain").c_str())        //
      ("discount", word(a.discount),                                                           //
       with_choices("override: discount of a rank", "discount").c_str())                       //
      ("no-relevant", word(a.no_relevant),                                                     //
       with_choices("override: a query without relevant documents", "no-relevant").c_str())    //
      ("ties", word(a.ties), with_choices("override: order of equal scores", "ties").c_str())  //
      ("short-lists", word(a.short_lists),                                                     //
       with_choices("override: a cut-off beyond the list", "short-lists").c_str())             //
      ("relevant-label",                                                                       //
       po::value<double>()->value_name("X")->notifier([&](double x) { a.relevant_label = x; }),
       "override: the least label that is relevant for p, map, recall and mrr");
  return group;
}

Convention choose_convention(const ConventionArguments& a) {
  Convention convention = as_usage([&] { return find_convention(a.convention); });
  // The name goes into models and reports: it must not promise what was overridden.
  const auto changed = [&](const char* option, const std::string& word) {
    if (!word.empty()) convention.name += fmt::format(", {} {}", option, word);
  };
  changed("gain", a.gain);
  changed("discount", a.discount);
  changed("no-relevant", a.no_relevant);
  changed("ties", a.ties);
  changed("short-lists", a.short_lists);
  changed("relevant-label", a.relevant_label ? fmt::format("{}", *a.relevant_label) : "");
  override_with("gain", a.gain, convention.gain);
  override_with("discount", a.discount, convention.discount);
  override_with("no-relevant", a.no_relevant, convention.no_relevant);
  override_with("ties", a.ties, convention.ties);
  override_with("short-lists", a.short_lists, convention.short_lists);
  if (a.relevant_label) {
    if (!(*a.relevant_label >= 0) || std::isinf(*a.relevant_label)) {
      throw UsageError(
          fmt::format("--relevant-label is {}, expected a number of 0 or more", *a.relevant_label));
    }
    convention.relevant_label = *a.relevant_label;
  }
  return convention;
}

std::vector<Metric> parse_metrics(const std::vector<std::string>& names) {
  return as_usage([&] {
    std::vector<Metric> metrics;
    for (const std::string& name : names) {
      const Metric metric = parse_metric(name);
      const auto is_it = [&](const Metric& other) { return other.name() == metric.name(); };
      if (std::ranges::none_of(metrics, is_it)) metrics.push_back(metric);
    }
    return metrics;
  });
}

std::vector<std::string> default_metrics() {
  return {"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "map", "mrr"};
}

std::string metric_help() { return fmt::format("{}", fmt::join(metric_forms(), ", ")); }

}  // namespace gbrank::cli
