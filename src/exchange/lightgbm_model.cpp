#include "exchange/lightgbm_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "exchange/foreign_tree.h"

namespace gbrank {
namespace {

/// Those whose predictions are the sum of the leaves.
const std::string_view kObjectives[] = {"lambdarank",    "rank_xendcg", "regression",
                                        "regression_l1", "huber",       "fair",
                                        "quantile",      "mape",        "custom"};

using Fields = std::map<std::string_view, std::string_view>;

/// Lines of text, whatever their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// False after the last line.
  bool next(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    return true;
  }

 private:
  std::string_view text_;
};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return result;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find(' '), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

template <typename T>
T number_of(std::string_view word, std::string_view what) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc{} && end == word.data() + word.size()) return value;
  if constexpr (std::is_floating_point_v<T>) {
    // Numbers that are too small for a double are 0.
    if (error == std::errc::result_out_of_range && word.find("e-") != std::string_view::npos)
      return 0;
  }
  throw Error(fmt::format("has '{}' in {}, expected a number", word.substr(0, 40), what));
}

std::string_view field(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end()) throw Error(fmt::format("has no {}", name));
  return found->second;
}

template <typename T>
std::vector<T> numbers(const Fields& fields, std::string_view name, std::size_t size) {
  std::vector<T> values;
  for (const std::string_view word : words(field(fields, name))) {
    values.push_back(number_of<T>(word, name));
  }
  if (values.size() != size) {
    throw Error(fmt::format("has {} with {} entries, expected {}", name, values.size(), size));
  }
  return values;
}

/// Numbers that scores do not depend on may be left out.
std::vector<double> optional_numbers(const Fields& fields, std::string_view name,
                                     std::size_t size) {
  if (fields.count(name) == 0) return std::vector<double>(size);
  return numbers<double>(fields, name, size);
}

bool set(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found != fields.end() && words(found->second) != std::vector<std::string_view>{"0"};
}

std::vector<LightgbmSplit> read_splits(const Fields& fields, std::size_t size,
                                       std::size_t features) {
  const auto feature = numbers<std::uint32_t>(fields, "split_feature", size);
  const auto threshold = numbers<double>(fields, "threshold", size);
  const auto decision = numbers<int>(fields, "decision_type", size);
  const auto left = numbers<std::int32_t>(fields, "left_child", size);
  const auto right = numbers<std::int32_t>(fields, "right_child", size);
  const auto gain = optional_numbers(fields, "split_gain", size);
  std::vector<LightgbmSplit> splits;
  for (std::size_t i = 0; i < size; ++i) {
    if (feature[i] >= features) {
      throw Error(
          fmt::format("has a node {} that splits on feature {} of {}", i, feature[i], features));
    }
    const int missing = decision[i] >> 2;
    if (decision[i] < 0 || missing > 2) {
      throw Error(fmt::format("has a node {} with decision_type {}", i, decision[i]));
    }
    if ((decision[i] & 1) != 0) {
      throw Error(fmt::format("has a categorical split at node {}; only numbers are supported", i));
    }
    splits.push_back({feature[i], threshold[i], (decision[i] & 2) != 0,
                      static_cast<LightgbmMissing>(missing), left[i], right[i], gain[i]});
  }
  return splits;
}

LightgbmTree read_tree(const Fields& fields, std::size_t features) {
  if (set(fields, "is_linear")) throw Error("is linear in its leaves, which is not supported");
  const auto leaves = number_of<std::size_t>(field(fields, "num_leaves"), "num_leaves");
  LightgbmTree tree;
  if (leaves == 0) throw Error("has no leaf");
  tree.values = numbers<double>(fields, "leaf_value", leaves);
  tree.counts = optional_numbers(fields, "leaf_count", leaves);
  if (leaves > 1) tree.splits = read_splits(fields, leaves - 1, features);

  // Leaves come after the inner nodes here.
  const std::size_t nodes = tree.splits.size();
  const auto place = [&](std::int32_t child) {
    return child >= 0 && static_cast<std::size_t>(child) >= nodes ? nodes + leaves
           : child >= 0                                           ? static_cast<std::size_t>(child)
                        : nodes + static_cast<std::size_t>(~child);
  };
  reached_nodes(nodes + leaves, [&](std::size_t i) -> Children {
    if (i >= nodes) return {};
    return std::pair{place(tree.splits[i].left), place(tree.splits[i].right)};
  });
  return tree;
}

void read_header(const Fields& fields, LightgbmModel& model) {
  const std::string_view version = field(fields, "version");
  if (version != "v3" && version != "v4") {
    throw Error(fmt::format("is of version {}; v3 and v4 are supported", version.substr(0, 40)));
  }
  for (const std::string_view outputs : {"num_class", "num_tree_per_iteration"}) {
    if (fields.count(outputs) > 0 && number_of<int>(fields.at(outputs), outputs) != 1) {
      throw Error(
          fmt::format("has {} {}; only one output is supported", outputs, fields.at(outputs)));
    }
  }
  if (fields.count("objective") > 0) {
    const std::vector<std::string_view> objective = words(fields.at("objective"));
    model.objective = objective.empty() ? "" : objective[0];
    if (std::ranges::find(kObjectives, model.objective) == std::end(kObjectives) ||
        std::ranges::find(objective, "sqrt") != objective.end()) {
      throw Error(
          fmt::format("has the objective {}, whose predictions are not the sum of the "
                      "leaves or not one number; supported: {}",
                      fields.at("objective"), fmt::join(kObjectives, ", ")));
    }
  }
  model.average = fields.count("average_output") > 0;
  for (const std::string_view name : words(field(fields, "feature_names"))) {
    model.feature_names.emplace_back(name);
  }
  const auto last = number_of<std::int64_t>(field(fields, "max_feature_idx"), "max_feature_idx");
  if (last + 1 != static_cast<std::int64_t>(model.feature_names.size())) {
    throw Error(
        fmt::format("has {} feature names, expected {}", model.feature_names.size(), last + 1));
  }
  if (fields.count("feature_infos") > 0) {
    for (const std::string_view info : words(fields.at("feature_infos"))) {
      model.feature_infos.emplace_back(info);
    }
  }
}

void add(Fields& fields, std::string_view line) {
  const std::size_t equals = std::min(line.find('='), line.size());
  fields[line.substr(0, equals)] = line.substr(std::min(equals + 1, line.size()));
}

}  // namespace

LightgbmModel parse_lightgbm(std::string_view text) {
  Lines lines(text);
  LightgbmModel model;
  Fields fields;
  std::string_view line;
  bool more = lines.next(line);
  if (!more || line != "tree") {
    throw Error("is not a LightGBM model (expected its first line to be 'tree')");
  }
  while ((more = lines.next(line)) && !line.starts_with("Tree=") && line != "end of trees") {
    add(fields, line);
  }
  read_header(fields, model);
  while (more && line != "end of trees") {
    if (line.empty()) {
      more = lines.next(line);
      continue;
    }
    const std::size_t number = model.trees.size();
    if (!line.starts_with("Tree=")) {
      throw Error(fmt::format("has '{}' after {} trees, expected Tree={} or 'end of trees'",
                              line.substr(0, 40), number, number));
    }
    fields.clear();
    while ((more = lines.next(line)) && !line.empty() && line.find('=') != std::string_view::npos) {
      add(fields, line);
    }
    try {
      model.trees.push_back(read_tree(fields, model.feature_names.size()));
    } catch (const Error& error) {
      throw Error(fmt::format("tree {} {}", number, error.what()));
    }
  }
  if (!more)
    throw Error(fmt::format("ends after {} trees, expected 'end of trees'", model.trees.size()));
  return model;
}

}  // namespace gbrank
