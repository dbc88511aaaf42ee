#include "exchange/c_source_reader.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data/letor_line.h"
#include "exchange/c_source_text.h"

namespace gbrank {
namespace {

/// The tables of the file, and the loop behind them as a compiler understands it.
struct CSourceModel : public Consumer {
  struct Node {
    std::int32_t feature;
    std::int32_t missing_left;
    float threshold;
    std::int32_t left;
    std::int32_t right;
  };
  std::vector<Node> nodes;
  std::vector<double> values;
  std::vector<std::int32_t> roots;
  double base = 0;
  std::size_t trees = 0;

  double score(std::span<const float> features) const override {
    double score = base;
    for (std::size_t tree = 0; tree < trees; ++tree) {
      std::int32_t at = roots[tree];
      while (at >= 0) {
        const Node& node = nodes[static_cast<std::size_t>(at)];
        const float value = features[static_cast<std::size_t>(node.feature)];
        const bool left = value != value ? node.missing_left != 0 : value <= node.threshold;
        at = left ? node.left : node.right;
      }
      score += values[static_cast<std::size_t>(-1 - at)];
    }
    return score;
  }
};

/// Reads the file as it is written: not C, but what this C can be.
class CSourceReader {
 public:
  explicit CSourceReader(std::string_view text) : rest_(text) {}

  std::unique_ptr<CSourceModel> read() {
    auto model = std::make_unique<CSourceModel>();
    skip_behind("*/");  // feature names could be anything else
    skip_behind(c_source::kNodes);
    while (take("    {")) {
      CSourceModel::Node& node = model->nodes.emplace_back();
      node.feature = number<std::int32_t>(", ");
      node.missing_left = number<std::int32_t>(", ");
      node.threshold = number<float>("f, ");
      node.left = number<std::int32_t>(", ");
      node.right = number<std::int32_t>("},\n");
    }
    expect(c_source::kValues);
    while (take("    ")) model->values.push_back(number<double>(",\n"));
    expect(c_source::kRoots);
    while (take("    ")) model->roots.push_back(number<std::int32_t>(",\n"));
    expect(c_source::kBase);
    model->base = number<double>("");
    expect(c_source::kTrees);
    model->trees = number<std::size_t>("");
    expect(c_source::kEnd);
    if (!rest_.empty()) throw Error(fmt::format("found {} behind the end", quoted(rest_)));
    return model;
  }

 private:
  void skip_behind(std::string_view part) {
    const std::size_t found = rest_.find(part);
    if (found == std::string_view::npos) throw Error(fmt::format("has no {}", quoted(part)));
    rest_.remove_prefix(found + part.size());
  }
  bool take(std::string_view part) {
    if (!rest_.starts_with(part)) return false;
    rest_.remove_prefix(part.size());
    return true;
  }
  void expect(std::string_view part) {
    if (take(part)) return;
    throw Error(fmt::format("found {}, expected {}", quoted(rest_), quoted(part)));
  }
  template <typename T>
  T number(std::string_view end) {
    T value = 0;
    const auto [rest, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) {
      throw Error(fmt::format("found {}, expected a number", quoted(rest_)));
    }
    rest_.remove_prefix(static_cast<std::size_t>(rest - rest_.data()));
    expect(end);
    return value;
  }

  std::string_view rest_;
};

/// Throws Error where the loop would leave a table or not end.
void check_tables(const CSourceModel& model, std::size_t features) {
  const auto nodes = static_cast<std::int64_t>(model.nodes.size());
  const auto values = static_cast<std::int64_t>(model.values.size());
  const auto check_child = [&](std::int64_t child, std::int64_t above) {
    if (child >= 0 ? child <= above || child >= nodes : -1 - child >= values) {
      throw Error(fmt::format("child {} is no value and no later node", child));
    }
  };
  if (model.trees > model.roots.size()) {
    throw Error(fmt::format("has {} roots of {} trees", model.roots.size(), model.trees));
  }
  for (std::size_t t = 0; t < model.trees; ++t) check_child(model.roots[t], -1);
  // Without a root among the nodes, their table has one that is never read.
  if (std::ranges::none_of(model.roots, [](std::int32_t root) { return root >= 0; })) return;
  for (std::int64_t i = 0; i < nodes; ++i) {
    const CSourceModel::Node& node = model.nodes[static_cast<std::size_t>(i)];
    if (static_cast<std::size_t>(node.feature) >= features) {
      throw Error(fmt::format("feature {} is not one of {}", node.feature, features));
    }
    check_child(node.left, i);
    check_child(node.right, i);
  }
}

}  // namespace

std::unique_ptr<Consumer> read_c_source(std::string_view text, const std::string& name,
                                        std::span<const std::string> feature_names) {
  try {
    std::unique_ptr<CSourceModel> model = CSourceReader(text).read();
    check_tables(*model, feature_names.size());
    return model;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
