#include "cli/verification_report.h"

#include <fmt/format.h>

#include "base/counted.h"

namespace gbrank::cli {

std::string verification_report(const std::string& data, const Verification& v) {
  std::string text = fmt::format("{}: {}, {}\n", data, counted(v.rows, "row"),
                                 counted(v.queries, "query", "queries"));
  if (v.largest_difference > 0) {
    text +=
        fmt::format("scores: at most {:.3g} apart (line {}: {} by the model, {} exported)\n",
                    v.largest_difference, v.furthest.line, v.furthest.model, v.furthest.exported);
  } else {
    text += "scores: the same\n";
  }
  const std::string pairs = counted(v.pairs, "pair");
  if (v.inverted + v.tied + v.untied == 0) {
    text += fmt::format("order: all {} of documents of one query as they were\n", pairs);
  } else {
    text += fmt::format("order: {} of {} turned round, {} now equal, {} no longer equal\n",
                        v.inverted, pairs, v.tied, v.untied);
  }
  if (v.widest) {
    const auto& [query, higher, lower] = *v.widest;
    text += fmt::format(
        "furthest apart: query {}, lines {} and {}: {} and {} by the model, {} and "
        "{} exported\n",
        query, higher.line, lower.line, higher.model, lower.model, higher.exported, lower.exported);
  }
  if (v.not_finite > 0) {
    text += fmt::format("not finite: the scores of {} (first: line {})\n",
                        counted(v.not_finite, "row"), v.first_not_finite);
  }
  return text;
}

}  // namespace gbrank::cli
