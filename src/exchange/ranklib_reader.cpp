#include "exchange/ranklib_reader.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data/letor_line.h"
#include "exchange/java_text.h"
#include "exchange/tree_table.h"

namespace gbrank {
namespace {

/// RankLib's LambdaMART, as its Ensemble and Split compute: a missing value is 0, `<=` goes left,
/// and the sum is rounded to float32 after each tree.
class RanklibModel : public Consumer {
 public:
  explicit RanklibModel(TreeTable trees) : trees_(std::move(trees)) {}

  double score(std::span<const float> features) const override {
    float sum = 0;
    for (std::size_t t = 0; t < trees_.trees(); ++t) {
      const float output = trees_.leaf(t, [&](const TreeTable::Split& split) {
        const float value = features[split.feature];
        return (std::isnan(value) ? 0 : value) <= split.threshold;
      });
      sum = static_cast<float>(static_cast<double>(sum) +
                               static_cast<double>(output) * static_cast<double>(trees_.weight(t)));
    }
    return static_cast<double>(sum);
  }

 private:
  TreeTable trees_;
};

/// The lines that are not comments, joined without the white space at their ends, as RankLib does.
std::string joined_lines(std::string_view text) {
  std::string joined;
  while (!text.empty()) {
    const std::size_t newline = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trimmed(text.substr(0, newline));
    text.remove_prefix(std::min(newline + 1, text.size()));
    if (!line.starts_with('#')) joined += line;
  }
  return joined;
}

/// The elements in the order in which RankLib expects them, with nothing between them.
class RanklibReader {
 public:
  RanklibReader(std::string_view text, std::size_t features)
      : text_(joined_lines(text)), rest_(text_), features_(features) {}

  TreeTable read() {
    open("ensemble");
    for (; !rest_.starts_with("</"); ++tree_) read_tree();
    close("ensemble");
    if (!rest_.empty()) fail(rest_, "the end of the file");
    return std::move(trees_);
  }

 private:
  [[noreturn]] void fail(std::string_view found, const std::string& expected) const {
    throw Error(fmt::format("tree {}: found {}, expected {}", tree_, quoted(found), expected));
  }

  /// A tag; the value of one of its attributes, if it has it.
  std::string_view open(const std::string& element, std::string_view attribute = {}) {
    std::string_view value;
    std::string_view inner = rest_;
    if (!inner.starts_with("<" + element)) fail(rest_, "<" + element + ">");
    inner.remove_prefix(element.size() + 1);
    while (inner.starts_with(' ')) {
      inner.remove_prefix(std::min(inner.find_first_not_of(' '), inner.size()));
      const std::size_t name = inner.find_first_of("=<> ");
      const std::size_t end = inner.find('"', std::min(name, inner.size() - 1) + 2);
      if (end == std::string_view::npos || inner.substr(name, 2) != "=\"") {
        fail(inner, "name=\"value\"");
      }
      if (inner.substr(0, name) == attribute) value = inner.substr(name + 2, end - name - 2);
      inner.remove_prefix(end + 1);
    }
    if (!inner.starts_with('>')) fail(rest_, "<" + element + ">");
    rest_ = inner.substr(1);
    return value;
  }
  void close(const std::string& element) {
    const std::string tag = "</" + element + ">";
    if (!rest_.starts_with(tag)) fail(rest_, tag);
    rest_.remove_prefix(tag.size());
  }
  std::string_view text_of(const std::string& element) {
    open(element);
    const std::string_view text = rest_.substr(0, rest_.find('<'));
    rest_.remove_prefix(text.size());
    close(element);
    return text;
  }

  float number(std::string_view text) const {
    const std::optional<float> value = parse_java_float(text);
    if (!value) fail(text, "a float32 number");
    return *value;
  }
  std::uint32_t feature(std::string_view text) const {
    const std::string_view digits = trimmed(text);
    const char* const end = digits.data() + digits.size();
    std::size_t index = 0;
    const auto [rest, error] = std::from_chars(digits.data(), end, index);
    if (error != std::errc{} || rest != end || index < 1 || index > features_) {
      fail(text, fmt::format("a feature from 1 to {}", features_));
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  void read_tree() {
    trees_.begin_tree(number(open("tree", "weight")));
    std::vector<int> children;  // still to come, of each open split
    do {
      open("split");
      if (rest_.starts_with("<feature")) {
        const std::uint32_t index = feature(text_of("feature"));
        trees_.add_split({index, number(text_of("threshold")), false});
        children.push_back(2);
        continue;
      }
      trees_.add_leaf(number(text_of("output")));
      close("split");
      while (!children.empty() && --children.back() == 0) {
        children.pop_back();
        close("split");
      }
    } while (!children.empty());
    close("tree");
  }

  std::string text_;
  std::string_view rest_;
  std::size_t features_;
  std::size_t tree_ = 0;  // at hand
  TreeTable trees_;
};

/// The first line names the ranker; both of these are read as trees.
void check_ranker(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  if (line == "## LambdaMART" || line == "## MART") return;
  throw Error(fmt::format("begins with {}, expected ## LambdaMART", quoted(line)));
}

}  // namespace

std::unique_ptr<Consumer> read_ranklib(std::string_view text, const std::string& name,
                                       std::span<const std::string> feature_names) {
  try {
    check_ranker(text);
    return std::make_unique<RanklibModel>(RanklibReader(text, feature_names.size()).read());
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
