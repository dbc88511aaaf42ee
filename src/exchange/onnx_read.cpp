#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "exchange/foreign_tree.h"
#include "exchange/onnx.h"
#include "exchange/onnx_fields.h"
#include "exchange/protobuf.h"

namespace gbrank {
namespace {

using namespace onnx;

struct Attribute {
  std::int64_t whole = 0;
  std::string_view text;
  std::vector<std::int64_t> ints;
  std::vector<float> floats;
  std::vector<std::string_view> texts;
};

using Attributes = std::map<std::string_view, Attribute>;

/// The first field of a number that is a text or a message; throws Error without one.
std::string_view part(std::string_view message, std::uint32_t number, const char* what) {
  ProtobufReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number == number && field->has_bytes) return field->bytes;
  }
  throw Error(fmt::format("is not an ONNX model of trees: found no {}", what));
}

Attributes read_attributes(std::string_view message) {
  Attributes all;
  ProtobufReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number != node::kAttribute) continue;
    Attribute& attribute = all[part(field->bytes, attribute::kName, "name of an attribute")];
    ProtobufReader parts(field->bytes);
    while (const auto value = parts.next()) {
      if (value->number == attribute::kInt) attribute.whole = value->whole();
      if (value->number == attribute::kString) attribute.text = value->bytes;
      if (value->number == attribute::kInts) value->add_to(attribute.ints);
      if (value->number == attribute::kFloats) value->add_to(attribute.floats);
      if (value->number == attribute::kStrings) attribute.texts.push_back(value->bytes);
    }
  }
  return all;
}

struct OnnxNode {
  bool leaf = true;
  std::size_t feature = 0;
  float value = 0;  // the threshold, or what a leaf adds
  bool missing_true = false;
  std::size_t if_true = 0;  // in the tree
  std::size_t if_false = 0;
};

using OnnxTree = std::vector<OnnxNode>;

/// The attributes as trees of nodes in the order of their numbers.
class TreeReader {
 public:
  explicit TreeReader(const Attributes& attributes) : attributes_(attributes) {}

  std::vector<OnnxTree> read() {
    check_settings();
    const auto& tree = ints("nodes_treeids");
    const std::size_t nodes = tree.size();
    const auto& id = ints("nodes_nodeids", nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
      if (i == 0 || tree[i] != tree[i - 1]) trees_.emplace_back();
      if (tree[i] != static_cast<std::int64_t>(trees_.size() - 1) ||
          id[i] != static_cast<std::int64_t>(trees_.back().size())) {
        throw Error(fmt::format("has a node {} in tree {}, expected {} in {}", id[i], tree[i],
                                trees_.back().size(), trees_.size() - 1));
      }
      trees_.back().push_back(read_node(i, nodes));
    }
    read_leaves();
    for (const OnnxTree& nodes_of : trees_) check_tree(nodes_of);
    return std::move(trees_);
  }

 private:
  const Attribute& find(const char* name) const {
    const auto found = attributes_.find(name);
    if (found == attributes_.end()) throw Error(fmt::format("has no {}", name));
    return found->second;
  }
  template <typename T>
  static const T& sized(const T& values, const char* name, std::size_t size) {
    if (values.size() == size) return values;
    throw Error(fmt::format("has {} with {} entries, expected {}", name, values.size(), size));
  }
  const std::vector<std::int64_t>& ints(const char* name) const { return find(name).ints; }
  const std::vector<std::int64_t>& ints(const char* name, std::size_t size) const {
    return sized(find(name).ints, name, size);
  }
  const std::vector<float>& floats(const char* name, std::size_t size) const {
    return sized(find(name).floats, name, size);
  }

  void check_settings() const {
    if (find("n_targets").whole != 1) throw Error("has several outputs; only one is supported");
    for (const auto& [name, expected] :
         {std::pair{"aggregate_function", "SUM"}, {"post_transform", "NONE"}}) {
      if (find(name).text != expected) {
        throw Error(
            fmt::format("has {} '{}', expected {}", name, find(name).text.substr(0, 40), expected));
      }
    }
  }

  OnnxNode read_node(std::size_t i, std::size_t nodes) const {
    OnnxNode node;
    const std::string_view mode = sized(find("nodes_modes").texts, "nodes_modes", nodes)[i];
    node.leaf = mode == "LEAF";
    if (node.leaf) return node;
    if (mode != "BRANCH_LEQ") {
      throw Error(
          fmt::format("has a node of kind '{}', expected BRANCH_LEQ or LEAF", mode.substr(0, 40)));
    }
    node.feature = static_cast<std::size_t>(ints("nodes_featureids", nodes)[i]);
    node.value = floats("nodes_values", nodes)[i];
    node.missing_true = ints("nodes_missing_value_tracks_true", nodes)[i] == 1;
    node.if_true = static_cast<std::size_t>(ints("nodes_truenodeids", nodes)[i]);
    node.if_false = static_cast<std::size_t>(ints("nodes_falsenodeids", nodes)[i]);
    return node;
  }

  void read_leaves() {
    const auto& weight = find("target_weights").floats;
    const auto& tree = ints("target_treeids", weight.size());
    const auto& id = ints("target_nodeids", weight.size());
    const auto& target = ints("target_ids", weight.size());
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const auto t = static_cast<std::size_t>(tree[i]);
      const auto n = static_cast<std::size_t>(id[i]);
      if (t >= trees_.size() || n >= trees_[t].size() || !trees_[t][n].leaf || target[i] != 0) {
        throw Error(
            fmt::format("has a weight of output {} for node {} of tree {}, which is no leaf",
                        target[i], id[i], tree[i]));
      }
      trees_[t][n].value = weight[i];
    }
  }

  static void check_tree(const OnnxTree& nodes) {
    reached_nodes(nodes.size(), [&](std::size_t i) -> Children {
      if (nodes[i].leaf) return {};
      return std::pair{nodes[i].if_true, nodes[i].if_false};
    });
  }

  const Attributes& attributes_;
  std::vector<OnnxTree> trees_;
};

/// As ONNX Runtime computes with one thread: in float32, tree by tree, the base at last. More
/// threads add up parts of the trees first, in an order that is not told.
class OnnxConsumer : public Consumer {
 public:
  explicit OnnxConsumer(std::string_view text) {
    const std::string_view graph_text = part(text, model::kGraph, "graph");
    const std::string_view node_text = part(graph_text, graph::kNode, "node");
    if (part(node_text, node::kOperator, "operator") != kTreeOperator) {
      throw Error(fmt::format("is not an ONNX model of trees: its node is no {}", kTreeOperator));
    }
    const Attributes attributes = read_attributes(node_text);
    trees_ = TreeReader(attributes).read();
    const auto base = attributes.find("base_values");
    if (base == attributes.end() || base->second.floats.size() != 1) {
      throw Error("has not one base value");
    }
    base_score_ = base->second.floats[0];
  }

  double score(std::span<const float> features) const override {
    float sum = 0;
    for (const OnnxTree& tree : trees_) {
      const OnnxNode* node = &tree[0];
      while (!node->leaf) {
        const float value =
            node->feature < features.size() ? features[node->feature] : std::nanf("");
        const bool to_true = value <= node->value || (node->missing_true && std::isnan(value));
        node = &tree[to_true ? node->if_true : node->if_false];
      }
      sum += node->value;
    }
    return static_cast<double>(sum + base_score_);
  }

 private:
  std::vector<OnnxTree> trees_;
  float base_score_ = 0;
};

}  // namespace

std::unique_ptr<Consumer> read_onnx(std::string_view text, const std::string& name,
                                    std::span<const std::string>) {
  try {
    return std::make_unique<OnnxConsumer>(text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
