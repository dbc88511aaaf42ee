#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank {

/// What a document of a label is worth in DCG.
enum class Gain { kExponential /* 2^label - 1 */, kLinear /* label */ };

/// What a place in the ranking is worth in DCG; ranks from 1.
enum class Discount { kLog2 /* 1 / log2(1 + r) */, kLetor /* 1 for r = 1, 2; 1 / log2(r) after */ };

/// What a query counts for whose documents are all irrelevant. For ndcg, dcg, err and mean-ndcg
/// that means that all gains are 0; for p, map, recall and mrr, that no label reaches
/// relevant_label.
enum class NoRelevant {
  kSkip,  // it is left out
  kZero,
  kOne,  // ndcg, map, recall and mean-ndcg count 1; dcg, p, mrr and err what they are, 0
};

/// Who stands first among documents of equal score.
enum class Ties {
  kRowOrder,    // as in the file
  kWorst,       // the lower label first
  kAverage,     // the expectation over all orders of the tie
  kDocumentId,  // the greater document id first, as trec_eval; row order where there are none
};

/// What a cut-off beyond the length of the list means, where the list has a relevant document.
enum class ShortLists {
  kAsIs,    // the list as it is (P@k still divides by k)
  kLetor3,  // NDCG@k and P@k count 0
  kLetor4,  // NDCG@k counts 0
};

/// A named set of choices. The same metric name means different numbers in different tools; this
/// says which. Any field may be changed after looking a convention up.
struct Convention {
  std::string name = "standard";
  Gain gain = Gain::kExponential;
  Discount discount = Discount::kLog2;
  NoRelevant no_relevant = NoRelevant::kSkip;
  Ties ties = Ties::kRowOrder;
  ShortLists short_lists = ShortLists::kAsIs;
  /// Documents with at least this label are relevant for P, MAP, recall and MRR.
  double relevant_label = 1;
};

/// Whether rankings are measured with the documents' ids.
inline bool needs_document_ids(const Convention& convention) {
  return convention.ties == Ties::kDocumentId;
}

/// standard, letor3, letor4, mslr, lightgbm, xgboost, catboost, ranklib, quickrank, ydf, trec_eval.
std::span<const std::string> convention_names();
/// Throws Error with the nearest known name.
Convention find_convention(std::string_view name);

/// A metric and its cut-off, from a name such as "ndcg@10".
struct Metric {
  enum class Kind {
    kNdcg,
    kDcg,
    kMap,
    kPrecision,
    kRecall,
    kMrr,
    kErr,
    kMeanNdcg,
    kRmse,
    kPairAccuracy
  };
  Kind kind = Kind::kNdcg;
  std::size_t cutoff = 10;  // 0: the whole list

  std::string name() const;
  /// False for rmse, true for all others.
  bool higher_is_better() const { return kind != Kind::kRmse; }
};

/// ndcg[@k], dcg[@k], map[@k], p@k, recall@k, mrr[@k], err[@k], mean-ndcg, rmse, pair-accuracy, in
/// upper or lower case. Throws Error that says what is known.
///
/// map@k sums the precisions at the relevant documents of the top k and divides by the relevant
/// documents of the whole list. err is that of Chapelle et al. (2009): a document satisfies with
/// probability (2^label - 1) / 2^max, where max is the largest label of all the judged lists, so
/// that it depends on the data: with labels up to 4 it is the usual definition. mean-ndcg is the
/// mean of NDCG@1 to NDCG@n over the n documents of the query. pair-accuracy is the share of a
/// query's pairs with different labels that stand in the right order; a query without such a pair
/// is left out. Conventions do not touch rmse.
Metric parse_metric(std::string_view name);
/// The forms above, for help texts.
std::span<const std::string> metric_forms();

/// The judged lists that a ranking is measured on: query q has the rows offsets[q] to
/// offsets[q + 1] - 1. The spans are the caller's and must outlive what is made from them.
struct JudgedLists {
  std::span<const float> labels;
  std::span<const std::size_t> offsets;            // number of queries + 1
  std::span<const std::string> document_ids = {};  // one a row, or empty

  std::size_t queries() const { return offsets.empty() ? 0 : offsets.size() - 1; }
};

struct MetricValue {
  double mean = 0;  // over the queries that count; rmse: over all rows. NaN when no query counts
  std::vector<double> per_query;  // NaN where a query does not count
};

/// One metric over the same judged lists, many times: what depends on labels alone (the ideal DCG,
/// the number of relevant documents) is computed once.
class Evaluator {
 public:
  /// Throws Error for labels that the metric cannot take: NaN or infinite ones; for metrics with a
  /// gain also negative ones and those whose 2^label leaves a double's range.
  Evaluator(const Metric& metric, const Convention& convention, const JudgedLists& lists);

  /// `scores` has one number a row, which may be infinite; Error for NaN, which cannot be ranked.
  /// The result does not depend on the number of threads (0: every core).
  MetricValue evaluate(std::span<const double> scores, int threads = 1) const;

  /// The value of one query alone, as in per_query, for whoever changes the scores of few queries
  /// at a time. `scores` is that of all rows; only the query's own are looked at.
  double evaluate_query(std::size_t query, std::span<const double> scores) const;

  const Metric& metric() const { return metric_; }

 private:
  struct Scratch;

  void check_labels() const;
  void compute_ideal();
  double value_of(float label) const;
  bool has_relevant(std::size_t query) const;
  double without_relevant() const;
  bool is_too_short(std::size_t documents) const;
  std::size_t places(std::size_t documents) const;
  double query_value(std::size_t query, std::span<const double> scores, Scratch& scratch) const;

  Metric metric_;
  Convention convention_;
  JudgedLists lists_;
  std::vector<double> ideal_;  // per query: what the metric divides by; its meaning is the metric's
  std::vector<double> discounts_;  // by place, as far as the metric looks
  double largest_label_ = 0;
};

}  // namespace gbrank
