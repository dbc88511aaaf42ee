#include <string>
#include <vector>

#include "gbrank/version.h"

#include "exchange/base_tree.h"
#include "exchange/losses.h"
#include "exchange/onnx.h"
#include "exchange/onnx_fields.h"
#include "exchange/protobuf.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

using namespace onnx;

/// The attributes of the operator, an entry for each node or leaf of every tree.
struct Nodes {
  std::vector<std::int64_t> tree, id, feature, if_true, if_false, missing_true;
  std::vector<float> value;
  std::vector<std::string> mode;
  std::vector<std::int64_t> leaf_tree, leaf_id, target;
  std::vector<float> weight;

  void add(std::size_t in_tree, std::size_t number, const char* kind) {
    tree.push_back(static_cast<std::int64_t>(in_tree));
    id.push_back(static_cast<std::int64_t>(number));
    mode.emplace_back(kind);
  }
  void add_split(std::uint32_t on, float threshold, bool missing_left, std::int64_t left,
                 std::int64_t right) {
    feature.push_back(on);
    value.push_back(threshold);
    missing_true.push_back(missing_left ? 1 : 0);
    if_true.push_back(left);
    if_false.push_back(right);
  }
  void add_leaf(std::size_t in_tree, std::size_t number, float score) {
    add(in_tree, number, "LEAF");
    add_split(0, 0, false, 0, 0);
    leaf_tree.push_back(static_cast<std::int64_t>(in_tree));
    leaf_id.push_back(static_cast<std::int64_t>(number));
    target.push_back(0);
    weight.push_back(score);
  }
};

/// Nodes are numbered from 0 in each tree, leaves after the others.
void add_tree(const Tree& tree, std::size_t number, Nodes& nodes) {
  const auto inner = static_cast<std::int64_t>(tree.nodes());
  const auto id = [&](std::int32_t child) { return child >= 0 ? child : inner + ~child; };
  for (std::size_t i = 0; i < tree.nodes(); ++i) {
    nodes.add(number, i, "BRANCH_LEQ");
    nodes.add_split(tree.feature[i], tree.threshold[i], tree.missing_left[i] != 0, id(tree.left[i]),
                    id(tree.right[i]));
  }
  for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
    nodes.add_leaf(number, tree.nodes() + leaf, nearest_float(tree.value[leaf]));
  }
}

class NodeWriter {
 public:
  NodeWriter() {
    node_.bytes(node::kInput, "features");
    node_.bytes(node::kOutput, "score");
    node_.bytes(node::kName, "trees");
    node_.bytes(node::kOperator, kTreeOperator);
    node_.bytes(node::kDomain, kTreeDomain);
  }
  void add(const char* name, std::int64_t value) {
    begin(name, attribute::kIsInt).number(attribute::kInt, static_cast<std::uint64_t>(value));
    end();
  }
  void add(const char* name, const char* value) {
    begin(name, attribute::kIsString).bytes(attribute::kString, value);
    end();
  }
  void add(const char* name, const std::vector<std::int64_t>& values) {
    begin(name, attribute::kAreInts).numbers(attribute::kInts, values);
    end();
  }
  void add(const char* name, const std::vector<float>& values) {
    begin(name, attribute::kAreFloats).floats(attribute::kFloats, values);
    end();
  }
  void add(const char* name, const std::vector<std::string>& values) {
    ProtobufWriter& writer = begin(name, attribute::kAreStrings);
    for (const std::string& value : values) writer.bytes(attribute::kStrings, value);
    end();
  }
  const std::string& text() const { return node_.text(); }

 private:
  ProtobufWriter& begin(const char* name, attribute::Type type) {
    attribute_ = {};
    attribute_.bytes(attribute::kName, name);
    attribute_.number(attribute::kType, type);
    return attribute_;
  }
  void end() { node_.bytes(node::kAttribute, attribute_.text()); }

  ProtobufWriter node_;
  ProtobufWriter attribute_;
};

std::string node_text(const Nodes& nodes, float base_score) {
  NodeWriter writer;
  writer.add("aggregate_function", "SUM");
  writer.add("base_values", std::vector<float>{base_score});
  writer.add("n_targets", std::int64_t{1});
  writer.add("nodes_falsenodeids", nodes.if_false);
  writer.add("nodes_featureids", nodes.feature);
  writer.add("nodes_missing_value_tracks_true", nodes.missing_true);
  writer.add("nodes_modes", nodes.mode);
  writer.add("nodes_nodeids", nodes.id);
  writer.add("nodes_treeids", nodes.tree);
  writer.add("nodes_truenodeids", nodes.if_true);
  writer.add("nodes_values", nodes.value);
  writer.add("post_transform", "NONE");
  writer.add("target_ids", nodes.target);
  writer.add("target_nodeids", nodes.leaf_id);
  writer.add("target_treeids", nodes.leaf_tree);
  writer.add("target_weights", nodes.weight);
  return writer.text();
}

/// A matrix of float32, a row a document.
std::string matrix_text(const char* name, std::size_t columns) {
  ProtobufWriter rows;
  rows.bytes(dimension::kName, "documents");
  ProtobufWriter width;
  width.number(dimension::kSize, columns);
  ProtobufWriter dimensions;
  dimensions.bytes(shape::kDimension, rows.text());
  dimensions.bytes(shape::kDimension, width.text());
  ProtobufWriter matrix;
  matrix.number(tensor::kElement, tensor::kFloat32);
  matrix.bytes(tensor::kShape, dimensions.text());
  ProtobufWriter type_writer;
  type_writer.bytes(type::kTensor, matrix.text());
  ProtobufWriter writer;
  writer.bytes(value::kName, name);
  writer.bytes(value::kType, type_writer.text());
  return writer.text();
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + json_string(name);
  return "[" + text + "]";
}

void add_operators(ProtobufWriter& writer, const char* domain, std::uint64_t version) {
  ProtobufWriter set;
  set.bytes(operators::kDomain, domain);
  set.number(operators::kVersion, version);
  writer.bytes(model::kOperators, set.text());
}

void add_metadata(ProtobufWriter& writer, const char* key, const std::string& text) {
  ProtobufWriter entry;
  entry.bytes(metadata::kKey, key);
  entry.bytes(metadata::kValue, text);
  writer.bytes(model::kMetadata, entry.text());
}

}  // namespace

Exported write_onnx(const Ensemble& ensemble, const ExportOptions& options) {
  Exported exported;
  const double constant = constant_of(ensemble, options);
  add_float_losses(ensemble, constant, exported.losses);
  Nodes nodes;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    add_tree(ensemble.trees[t], t, nodes);
  }
  if (ensemble.trees.empty()) nodes.add_leaf(0, 0, 0);  // the operator wants a node
  ProtobufWriter graph_writer;
  graph_writer.bytes(graph::kNode, node_text(nodes, nearest_float(constant)));
  graph_writer.bytes(graph::kName, "gbrank");
  graph_writer.bytes(graph::kInput, matrix_text("features", ensemble.features()));
  graph_writer.bytes(graph::kOutput, matrix_text("score", 1));

  // The oldest versions that have all of this, so that most programs take it.
  ProtobufWriter writer;
  writer.number(model::kIrVersion, 3);
  writer.bytes(model::kProducer, "gbrank");
  writer.bytes(model::kProducerVersion, version());
  writer.bytes(model::kGraph, graph_writer.text());
  add_operators(writer, "", 7);
  add_operators(writer, kTreeDomain, 1);
  add_metadata(writer, "feature_names", names_text(ensemble.feature_names));
  add_metadata(writer, "absent_features", ensemble.absent_is_missing ? "nan" : "0");
  exported.text = writer.text();
  return exported;
}

ExchangeFormat onnx_format() {
  return {"onnx", "ONNX Runtime and others that know ONNX-ML", write_onnx, read_onnx};
}

}  // namespace gbrank
