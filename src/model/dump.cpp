#include <cassert>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "model/json_text.h"
#include "model/tree_walk.h"

namespace gbrank {
namespace {

/// What the three formats share: the tree at hand, its documents and the text so far.
struct Dumper {
  const Ensemble& ensemble;
  const Tree& tree;
  std::vector<std::uint64_t> documents = node_documents(tree);
  std::string text = {};

  const std::string& feature_name(std::size_t node) const {
    return ensemble.feature_names[tree.feature[node]];
  }
  const char* missing(std::size_t node) const { return tree.missing_left[node] ? "left" : "right"; }
};

struct JsonDumper : Dumper {
  void begin(std::size_t depth, char side) {
    if (side == ' ') return;
    text += fmt::format(",\n{:{}}\"{}\": ", "", 6 + 2 * depth, side == 'L' ? "left" : "right");
  }
  void node(std::size_t i, std::size_t depth, char side) {
    begin(depth, side);
    text += fmt::format(
        "{{\"feature\": {}, \"index\": {}, \"threshold\": {}, \"missing\": \"{}\", \"gain\": {}, "
        "\"documents\": {}",
        json_string(feature_name(i)), tree.feature[i] + 1, number_text(tree.threshold[i]),
        missing(i), number_text(tree.gain[i]), documents[i]);
  }
  void leaf(std::size_t i, std::size_t depth, char side) {
    begin(depth, side);
    text += fmt::format("{{\"value\": {}, \"documents\": {}}}", number_text(tree.value[i]),
                        tree.documents[i]);
  }
  void leave(std::size_t, std::size_t) { text += "}"; }
};

struct TextDumper : Dumper {
  void begin(std::size_t depth, char side) {
    text += fmt::format("{:{}}{}", "", 2 * depth + 2,
                        side == 'L'   ? "yes "
                        : side == 'R' ? "no  "
                                      : "");
  }
  void node(std::size_t i, std::size_t depth, char side) {
    begin(depth, side);
    text += fmt::format("{} <= {}  (missing: {}, gain {:.6g}, {} documents)\n", feature_name(i),
                        number_text(tree.threshold[i]), tree.missing_left[i] ? "yes" : "no",
                        tree.gain[i], documents[i]);
  }
  void leaf(std::size_t i, std::size_t depth, char side) {
    begin(depth, side);
    text += fmt::format("leaf {}  ({} documents)\n", number_text(tree.value[i]), tree.documents[i]);
  }
  void leave(std::size_t, std::size_t) {}
};

struct DotDumper : Dumper {
  std::size_t number = 0;  // of the tree

  std::string name_of(std::int32_t child) const {
    return child >= 0 ? fmt::format("t{}_n{}", number, child)
                      : fmt::format("t{}_l{}", number, ~child);
  }
  void edge(std::size_t from, std::int32_t to, bool left) {
    text +=
        fmt::format("    t{}_n{} -> {} [label=\"{}\"];\n", number, from, name_of(to),
                    left == (tree.missing_left[from] != 0) ? (left ? "yes, missing" : "no, missing")
                                                           : (left ? "yes" : "no"));
  }
  void node(std::size_t i, std::size_t, char) {
    // JSON's escapes of quotes and backslashes are graphviz's too.
    const std::string name = json_string(feature_name(i));
    text +=
        fmt::format("    t{}_n{} [shape=box, label=\"{} <= {}\\ngain {:.4g}, {} documents\"];\n",
                    number, i, name.substr(1, name.size() - 2), number_text(tree.threshold[i]),
                    tree.gain[i], documents[i]);
    edge(i, tree.left[i], true);
    edge(i, tree.right[i], false);
  }
  void leaf(std::size_t i, std::size_t, char) {
    text += fmt::format("    {} [shape=ellipse, label=\"{:.6g}\\n{} documents\"];\n",
                        name_of(~static_cast<std::int32_t>(i)), tree.value[i], tree.documents[i]);
  }
  void leave(std::size_t, std::size_t) {}
};

}  // namespace

std::string dump_json(const Ensemble& ensemble, std::size_t first, std::size_t last) {
  assert(first <= last && last <= ensemble.trees.size());
  std::string text = fmt::format(
      "{{\n  \"objective\": {},\n  \"base_score\": {},\n  \"features\": {},\n  \"trees\": [",
      json_string(ensemble.training.objective), number_text(ensemble.base_score),
      ensemble.features());
  for (std::size_t t = first; t < last; ++t) {
    JsonDumper dumper{{ensemble, ensemble.trees[t]}};
    walk(ensemble.trees[t], dumper);
    text += fmt::format("{}\n    {{\"tree\": {}, \"leaves\": {}, \"root\":\n      {}}}",
                        t == first ? "" : ",", t, ensemble.trees[t].leaves(), dumper.text);
  }
  return text + "\n  ]\n}\n";
}

std::string dump_text(const Ensemble& ensemble, std::size_t first, std::size_t last) {
  assert(first <= last && last <= ensemble.trees.size());
  std::string text =
      fmt::format("objective {}, base score {}, trees {}\n", ensemble.training.objective,
                  number_text(ensemble.base_score), ensemble.trees.size());
  for (std::size_t t = first; t < last; ++t) {
    TextDumper dumper{{ensemble, ensemble.trees[t]}};
    walk(ensemble.trees[t], dumper);
    text += fmt::format("\ntree {}: {} leaves\n{}", t, ensemble.trees[t].leaves(), dumper.text);
  }
  return text;
}

std::string dump_dot(const Ensemble& ensemble, std::size_t first, std::size_t last) {
  assert(first <= last && last <= ensemble.trees.size());
  std::string text = "digraph gbrank {\n";
  for (std::size_t t = first; t < last; ++t) {
    DotDumper dumper{{ensemble, ensemble.trees[t]}, t};
    walk(ensemble.trees[t], dumper);
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"tree {}\";\n{}  }}\n", t, t,
                        dumper.text);
  }
  return text + "}\n";
}

}  // namespace gbrank
