#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/metrics.h"

#include "base/nearest.h"
#include "metric/lower_case.h"

namespace gbrank {
namespace {

enum class CutoffUse { kOptional, kRequired, kNone };

struct MetricForm {
  std::string name;
  Metric::Kind kind;
  CutoffUse cutoff;
};

const std::vector<MetricForm>& forms() {
  using K = Metric::Kind;
  using C = CutoffUse;
  static const std::vector<MetricForm> list = {
      {"ndcg", K::kNdcg, C::kOptional},     {"dcg", K::kDcg, C::kOptional},
      {"map", K::kMap, C::kOptional},       {"p", K::kPrecision, C::kRequired},
      {"recall", K::kRecall, C::kRequired}, {"mrr", K::kMrr, C::kOptional},
      {"err", K::kErr, C::kOptional},       {"mean-ndcg", K::kMeanNdcg, C::kNone},
      {"rmse", K::kRmse, C::kNone},         {"pair-accuracy", K::kPairAccuracy, C::kNone},
  };
  return list;
}

std::string written_form(const MetricForm& form) {
  switch (form.cutoff) {
    case CutoffUse::kOptional:
      return form.name + "[@k]";
    case CutoffUse::kRequired:
      return form.name + "@k";
    case CutoffUse::kNone:
      break;
  }
  return form.name;
}

const MetricForm& find_form(std::string_view whole, std::string_view head) {
  const auto found = std::ranges::find(forms(), head, &MetricForm::name);
  if (found != forms().end()) return *found;
  std::vector<std::string> names;
  for (const MetricForm& form : forms()) names.push_back(form.name);
  // The names find what is near; the forms tell more where nothing is.
  const bool near = !nearest_name(head, names).empty();
  throw Error(
      fmt::format("unknown metric \"{}\"{}", whole,
                  suggest(head, near ? std::span<const std::string>(names) : metric_forms())));
}

std::size_t parse_cutoff(std::string_view whole, std::string_view text) {
  std::size_t cutoff = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, cutoff);
  if (error != std::errc{} || stop != end || cutoff == 0) {
    throw Error(fmt::format(
        "metric \"{}\": the cut-off \"{}\" must be a whole number of at least 1, as in ndcg@10",
        whole, text));
  }
  return cutoff;
}

}  // namespace

std::string Metric::name() const {
  const auto form = std::ranges::find(forms(), kind, &MetricForm::kind);
  if (cutoff == 0 || form->cutoff == CutoffUse::kNone) return form->name;
  return fmt::format("{}@{}", form->name, cutoff);
}

Metric parse_metric(std::string_view name) {
  const std::size_t at = name.find('@');
  const MetricForm& form = find_form(name, lower_case(name.substr(0, at)));
  if (at == std::string_view::npos) {
    if (form.cutoff == CutoffUse::kRequired) {
      throw Error(fmt::format("metric \"{}\" needs a cut-off, as in {}@10", name, form.name));
    }
    return {form.kind, 0};
  }
  if (form.cutoff == CutoffUse::kNone) {
    throw Error(
        fmt::format("metric \"{}\": {} takes no cut-off, write {}", name, form.name, form.name));
  }
  return {form.kind, parse_cutoff(name, name.substr(at + 1))};
}

std::span<const std::string> metric_forms() {
  static const std::vector<std::string> written = [] {
    std::vector<std::string> result;
    for (const MetricForm& form : forms()) result.push_back(written_form(form));
    return result;
  }();
  return written;
}

}  // namespace gbrank
