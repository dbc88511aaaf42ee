#include <algorithm>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/metrics.h"

#include "base/nearest.h"
#include "metric/lower_case.h"

namespace gbrank {
namespace {

constexpr Gain kExponential = Gain::kExponential;
constexpr Gain kLinear = Gain::kLinear;
constexpr Discount kLog2 = Discount::kLog2;
constexpr Discount kLetor = Discount::kLetor;

/// Adding a convention is adding a line here.
const std::vector<Convention>& conventions() {
  using N = NoRelevant;
  using T = Ties;
  using S = ShortLists;
  static const std::vector<Convention> list = {
      // name, gain, discount, no relevant document, ties, short lists, label that is relevant
      {"standard", kExponential, kLog2, N::kSkip, T::kRowOrder, S::kAsIs, 1},
      {"letor3", kExponential, kLetor, N::kZero, T::kRowOrder, S::kLetor3, 1},
      {"letor4", kExponential, kLetor, N::kZero, T::kRowOrder, S::kLetor4, 1},
      {"mslr", kExponential, kLetor, N::kZero, T::kRowOrder, S::kLetor4, 2},
      {"lightgbm", kExponential, kLog2, N::kOne, T::kRowOrder, S::kAsIs, 1},
      {"xgboost", kExponential, kLog2, N::kOne, T::kRowOrder, S::kAsIs, 1},
      {"catboost", kLinear, kLog2, N::kOne, T::kWorst, S::kAsIs, 1},
      {"ranklib", kExponential, kLog2, N::kZero, T::kRowOrder, S::kAsIs, 1},
      {"quickrank", kExponential, kLog2, N::kZero, T::kRowOrder, S::kAsIs, 1},
      {"ydf", kExponential, kLog2, N::kZero, T::kAverage, S::kAsIs, 1},
      {"trec_eval", kLinear, kLog2, N::kZero, T::kDocumentId, S::kAsIs, 1},
  };
  return list;
}

}  // namespace

std::span<const std::string> convention_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Convention& convention : conventions()) result.push_back(convention.name);
    return result;
  }();
  return names;
}

Convention find_convention(std::string_view name) {
  const std::string wanted = lower_case(name);
  const auto found = std::ranges::find(conventions(), wanted, &Convention::name);
  if (found != conventions().end()) return *found;
  throw Error(
      fmt::format("unknown convention \"{}\"{}", name, suggest(wanted, convention_names())));
}

}  // namespace gbrank
