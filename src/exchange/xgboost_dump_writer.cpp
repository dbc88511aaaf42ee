#include <fmt/format.h>

#include "exchange/base_tree.h"
#include "exchange/format.h"
#include "exchange/losses.h"
#include "exchange/strict_tree.h"
#include "exchange/xgboost_dump_reader.h"
#include "model/json_text.h"
#include "model/tree_walk.h"

namespace gbrank {
namespace {

/// Numbers are written as doubles: Vespa keeps them so, the others round them to float32, and all
/// mean the same threshold.
struct DumpTree {
  const Tree& tree;
  std::span<const std::string> names;  // as JSON
  std::string& text;

  std::size_t id_of(std::int32_t child) const {
    return child >= 0 ? static_cast<std::size_t>(child)
                      : tree.nodes() + static_cast<std::size_t>(~child);
  }
  void begin(char side) {
    if (side == 'R') text += ',';
  }
  void node(std::size_t i, std::size_t depth, char side) {
    begin(side);
    const std::size_t yes = id_of(tree.left[i]);
    const std::size_t no = id_of(tree.right[i]);
    text += fmt::format(
        R"({{"nodeid":{},"depth":{},"split":{},"split_condition":{},"yes":{},"no":{},"missing":{},)"
        R"("children":[)",
        i, depth, names[tree.feature[i]], number_text(static_cast<double>(tree.threshold[i])), yes,
        no, tree.missing_left[i] != 0 ? yes : no);
  }
  void leaf(std::size_t i, std::size_t, char side) {
    begin(side);
    text += fmt::format(R"({{"nodeid":{},"leaf":{}}})", tree.nodes() + i,
                        number_text(within_float(tree.value[i])));
  }
  void leave(std::size_t, std::size_t) { text += "]}"; }
};

Exported write_xgboost_dump(const Ensemble& ensemble, const ExportOptions& options) {
  check_distinct_names(ensemble, "xgboost-dump");
  Exported exported;
  std::vector<std::string> names;
  for (const std::string& name : ensemble.feature_names) names.push_back(json_string(name));
  visit_trees(ensemble, options, [&](const Tree& tree) {
    exported.text += exported.text.empty() ? "[\n" : ",\n";
    const Tree strict = strict_tree(tree);
    walk(strict, DumpTree{strict, names, exported.text});
  });
  exported.text += "\n]\n";
  add_float_losses(ensemble, constant_of(ensemble, options), exported.losses);
  return exported;
}

}  // namespace

ExchangeFormat xgboost_dump_format() {
  return {"xgboost-dump", "Elasticsearch LTR, OpenSearch LTR, Vespa", write_xgboost_dump,
          read_xgboost_dump};
}

}  // namespace gbrank
