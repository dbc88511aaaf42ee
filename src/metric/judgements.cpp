// What an Evaluator knows from the labels alone.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/metrics.h"

#include "metric/gains_and_discounts.h"
#include "metric/pairs.h"

namespace gbrank {
namespace {

using Kind = Metric::Kind;

bool takes_cutoff(Kind kind) {
  return kind != Kind::kMeanNdcg && kind != Kind::kRmse && kind != Kind::kPairAccuracy;
}

/// Measures by grades, where the others only tell relevant from irrelevant.
bool is_graded(Kind kind) {
  return kind == Kind::kNdcg || kind == Kind::kDcg || kind == Kind::kErr || kind == Kind::kMeanNdcg;
}

bool is_discounted(Kind kind) {
  return kind == Kind::kNdcg || kind == Kind::kDcg || kind == Kind::kMeanNdcg;
}

}  // namespace

Evaluator::Evaluator(const Metric& metric, const Convention& convention, const JudgedLists& lists)
    : metric_(metric), convention_(convention), lists_(lists) {
  assert(lists.labels.size() == (lists.offsets.empty() ? 0 : lists.offsets.back()));
  assert(std::ranges::is_sorted(lists.offsets));
  assert(lists.document_ids.empty() || lists.document_ids.size() == lists.labels.size());
  if (!takes_cutoff(metric_.kind)) metric_.cutoff = 0;
  check_labels();
  for (const float label : lists_.labels) {
    largest_label_ = std::max(largest_label_, static_cast<double>(label));
  }
  if (is_discounted(metric_.kind)) {
    std::size_t longest = 0;
    for (std::size_t q = 0; q < lists_.queries(); ++q) {
      longest = std::max(longest, lists_.offsets[q + 1] - lists_.offsets[q]);
    }
    discounts_ = discount_table(convention_.discount, places(longest));
  }
  compute_ideal();
}

void Evaluator::check_labels() const {
  const bool exponential = metric_.kind == Kind::kErr ||
                           (is_graded(metric_.kind) && convention_.gain == Gain::kExponential);
  double sum = 0;
  for (std::size_t i = 0; i < lists_.labels.size(); ++i) {
    const double label = static_cast<double>(lists_.labels[i]);
    if (!std::isfinite(label)) {
      throw Error(fmt::format("row {}: label {} is not a finite number", i + 1, label));
    }
    if (is_graded(metric_.kind) && label < 0) {
      throw Error(fmt::format(
          "row {}: {} needs labels of at least 0, found {}; label irrelevant documents 0, or use a "
          "metric without gains",
          i + 1, metric_.name(), label));
    }
    // No DCG and no sum of DCGs is greater than the sum of the gains.
    if (exponential) sum += std::exp2(label);
    if (!std::isfinite(sum)) {
      throw Error(fmt::format(
          "row {}: label {} is too large for {}: the sum of 2^label leaves the range of a double; "
          "use {}",
          i + 1, label, metric_.name(),
          metric_.kind == Kind::kErr ? "another metric" : "the linear gain or another metric"));
    }
  }
}

/// ideal_ per query. ndcg: the ideal DCG. dcg, err: the greatest gain, to tell whether there is
/// any. p, map, recall, mrr: the number of relevant documents. pair-accuracy: the number of pairs
/// with different labels. mean-ndcg has one for each row, the ideal DCG at that cut-off; rmse none.
void Evaluator::compute_ideal() {
  if (metric_.kind == Kind::kRmse) return;
  ideal_.reserve(metric_.kind == Kind::kMeanNdcg ? lists_.labels.size() : lists_.queries());
  std::vector<float> labels;
  for (std::size_t q = 0; q < lists_.queries(); ++q) {
    const std::size_t begin = lists_.offsets[q];
    const std::span<const float> list = lists_.labels.subspan(begin, lists_.offsets[q + 1] - begin);
    labels.assign(list.begin(), list.end());
    switch (metric_.kind) {
      case Kind::kNdcg:
      case Kind::kMeanNdcg: {
        std::ranges::sort(labels, std::greater<>{});
        double dcg = 0;
        for (std::size_t i = 0; i < places(labels.size()); ++i) {
          dcg += value_of(labels[i]) * discounts_[i];
          if (metric_.kind == Kind::kMeanNdcg) ideal_.push_back(dcg);
        }
        if (metric_.kind == Kind::kNdcg) ideal_.push_back(dcg);
        break;
      }
      case Kind::kPairAccuracy:
        std::ranges::sort(labels);
        ideal_.push_back(static_cast<double>(count_different_pairs(labels)));
        break;
      case Kind::kDcg:
      case Kind::kErr:
        ideal_.push_back(labels.empty() ? 0 : value_of(std::ranges::max(labels)));
        break;
      default:
        ideal_.push_back(static_cast<double>(
            std::ranges::count_if(labels, [&](float label) { return value_of(label) > 0; })));
    }
  }
}

/// What the metric adds up: a gain, a probability to satisfy, or relevance as 0 or 1.
double Evaluator::value_of(float label) const {
  const double l = static_cast<double>(label);
  if (metric_.kind == Kind::kErr) {
    // R(g) of Chapelle et al. (2009).
    return gain(Gain::kExponential, l) / std::exp2(largest_label_);
  }
  if (is_graded(metric_.kind)) return gain(convention_.gain, l);
  return l >= convention_.relevant_label ? 1 : 0;
}

bool Evaluator::has_relevant(std::size_t query) const {
  if (metric_.kind != Kind::kMeanNdcg) return ideal_[query] > 0;
  const std::size_t begin = lists_.offsets[query];
  return begin != lists_.offsets[query + 1] && ideal_[begin] > 0;
}

double Evaluator::without_relevant() const {
  switch (convention_.no_relevant) {
    case NoRelevant::kSkip:
      return std::numeric_limits<double>::quiet_NaN();
    case NoRelevant::kZero:
      return 0;
    case NoRelevant::kOne:
      break;
  }
  const bool is_share = metric_.kind == Kind::kNdcg || metric_.kind == Kind::kMeanNdcg ||
                        metric_.kind == Kind::kMap || metric_.kind == Kind::kRecall;
  return is_share ? 1 : 0;
}

bool Evaluator::is_too_short(std::size_t documents) const {
  if (metric_.cutoff <= documents) return false;
  switch (convention_.short_lists) {
    case ShortLists::kAsIs:
      return false;
    case ShortLists::kLetor3:
      return metric_.kind == Kind::kNdcg || metric_.kind == Kind::kPrecision;
    case ShortLists::kLetor4:
      break;
  }
  return metric_.kind == Kind::kNdcg;
}

/// The places of a list that count.
std::size_t Evaluator::places(std::size_t documents) const {
  return metric_.cutoff == 0 ? documents : std::min(metric_.cutoff, documents);
}

}  // namespace gbrank
