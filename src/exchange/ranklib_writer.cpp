#include <fmt/format.h>

#include "exchange/base_tree.h"
#include "exchange/format.h"
#include "exchange/losses.h"
#include "exchange/ranklib_reader.h"
#include "model/json_text.h"
#include "model/tree_walk.h"

namespace gbrank {
namespace {

/// One element a line and nothing else: RankLib joins the lines, and takes white space between two
/// elements for a part of the tree.
struct RanklibTree {
  const Tree& tree;
  std::string& text;

  void begin(char side) {
    text += side == ' '   ? "<split>\n"
            : side == 'L' ? "<split pos=\"left\">\n"
                          : "<split pos=\"right\">\n";
  }
  void node(std::size_t i, std::size_t, char side) {
    begin(side);
    text += fmt::format("<feature>{}</feature>\n<threshold>{}</threshold>\n", tree.feature[i] + 1,
                        number_text(tree.threshold[i]));
  }
  void leaf(std::size_t i, std::size_t, char side) {
    begin(side);
    text +=
        fmt::format("<output>{}</output>\n</split>\n", number_text(nearest_float(tree.value[i])));
  }
  void leave(std::size_t, std::size_t) { text += "</split>\n"; }
};

Exported write_ranklib(const Ensemble& ensemble, const ExportOptions& options) {
  Exported exported;
  std::string& text = exported.text;
  text = "## LambdaMART\n<ensemble>\n";
  std::size_t id = 0;
  visit_trees(ensemble, options, [&](const Tree& tree) {
    text += fmt::format("<tree id=\"{}\" weight=\"1\">\n", ++id);
    walk(tree, RanklibTree{tree, text});
    text += "</tree>\n";
  });
  text += "</ensemble>\n";
  add_missing_losses(ensemble, "RankLib", exported.losses);
  add_float_losses(ensemble, constant_of(ensemble, options), exported.losses);
  return exported;
}

}  // namespace

ExchangeFormat ranklib_format() {
  return {"ranklib", "RankLib, Elasticsearch LTR, OpenSearch LTR", write_ranklib, read_ranklib};
}

}  // namespace gbrank
