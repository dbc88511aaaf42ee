#include <algorithm>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gbrank/error.h"
#include "gbrank/version.h"

#include "base/counted.h"
#include "exchange/base_tree.h"
#include "exchange/c_source_reader.h"
#include "exchange/c_source_text.h"
#include "exchange/format.h"
#include "exchange/losses.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

constexpr std::string_view kDefaultName = "gbrank_score";

/// Words of C99 and C++20 that no function can be called.
constexpr std::string_view kReserved[] = {
    "alignas",     "alignof",      "and",       "and_eq",
    "asm",         "auto",         "bitand",    "bitor",
    "bool",        "break",        "case",      "catch",
    "char",        "char16_t",     "char32_t",  "char8_t",
    "class",       "co_await",     "co_return", "co_yield",
    "compl",       "concept",      "const",     "const_cast",
    "consteval",   "constexpr",    "constinit", "continue",
    "decltype",    "default",      "delete",    "do",
    "double",      "dynamic_cast", "else",      "enum",
    "explicit",    "export",       "extern",    "false",
    "float",       "for",          "friend",    "goto",
    "if",          "inline",       "int",       "long",
    "main",        "mutable",      "namespace", "new",
    "noexcept",    "not",          "not_eq",    "nullptr",
    "operator",    "or",           "or_eq",     "private",
    "protected",   "public",       "register",  "reinterpret_cast",
    "requires",    "restrict",     "return",    "short",
    "signed",      "sizeof",       "static",    "static_assert",
    "static_cast", "struct",       "switch",    "template",
    "this",        "thread_local", "throw",     "true",
    "try",         "typedef",      "typeid",    "typename",
    "union",       "unsigned",     "using",     "virtual",
    "void",        "volatile",     "wchar_t",   "while",
    "xor",         "xor_eq"};

bool is_identifier(std::string_view name) {
  if (std::ranges::find(kReserved, name) != std::end(kReserved)) return false;
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || digit(c); });
}

/// A floating-point literal, never a whole number, which could not take a suffix.
std::string literal(const std::string& number) {
  return number.find_first_of(".e") == std::string::npos ? number + ".0" : number;
}

/// A name in a comment: ASCII, and without the characters that begin and end comments.
std::string comment_text(const std::string& name) {
  std::string text;
  for (const char c : nlohmann::json(name).dump(-1, ' ', true)) {
    text += c == '*' ? "\\u002a" : std::string(1, c);
  }
  return text;
}

std::string comment(const Ensemble& ensemble, const std::string& function) {
  std::string text = fmt::format(
      R"(/* A ranker of {}, written by gbrank {}.

   double {}(const float *features);

   The score of a document: the higher, the better. There must be {}; a missing
   one is NaN, and one that the document does not have is {}. Nothing needs to be linked, and
   any number of threads may call. Do not compile this with -ffast-math, which takes for granted
   that nothing is NaN.

   What is read:
)",
      counted(ensemble.trees.size(), "tree"), version(), function,
      counted(ensemble.features(), "feature"), ensemble.absent_is_missing ? "NaN, too" : "0");
  const std::vector<bool> used = used_features(ensemble);
  for (std::size_t f = 0; f < used.size(); ++f) {
    if (!used[f]) continue;
    text += fmt::format("     features[{}]  {}\n", f, comment_text(ensemble.feature_names[f]));
  }
  return text + "*/\n";
}

/// The nodes, leaf values and roots of all trees, each in one table. C has no empty arrays: a table
/// without entries gets one that nothing refers to.
struct Tables {
  std::string nodes;
  std::string values;
  std::string roots;
  std::size_t first_node = 0;  // of the next tree
  std::size_t first_value = 0;

  void add(const Tree& tree) {
    const auto child = [&](std::int32_t c) {
      return c >= 0 ? static_cast<std::int64_t>(first_node) + c
                    : ~(static_cast<std::int64_t>(first_value) + ~c);
    };
    roots += fmt::format("    {},\n", child(tree.nodes() == 0 ? ~0 : 0));
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
      nodes += fmt::format(
          "    {{{}, {}, {}f, {}, {}}},\n", tree.feature[i], tree.missing_left[i] != 0 ? 1 : 0,
          literal(number_text(tree.threshold[i])), child(tree.left[i]), child(tree.right[i]));
    }
    for (const double value : tree.value) {
      values += fmt::format("    {},\n", literal(number_text(value)));
    }
    first_node += tree.nodes();
    first_value += tree.leaves();
    constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max();
    if (first_value > kMost) throw Error("has more than 2^31 leaves, which c cannot count");
  }
};

Exported write_c_source(const Ensemble& ensemble, const ExportOptions& options) {
  const std::string name(options.name.empty() ? kDefaultName : options.name);
  if (!is_identifier(name)) {
    throw OptionError(
        fmt::format("name is '{}', expected one of a C function: letters, digits and _, no digit "
                    "first, no word of C or C++",
                    name));
  }
  Tables tables;
  for (const Tree& tree : ensemble.trees) tables.add(tree);
  if (tables.nodes.empty()) tables.nodes = "    {0, 0, 0.0f, -1, -1},\n";
  if (tables.values.empty()) tables.values = "    0.0,\n";
  if (tables.roots.empty()) tables.roots = "    -1,\n";

  Exported exported;
  exported.text = fmt::format(
      "{0}#ifdef __cplusplus\nextern \"C\"\n#endif\ndouble {1}(const float *features);\n\n"
      "double {1}(const float *features)",
      comment(ensemble, name), name);
  const std::string base = literal(number_text(constant_of(ensemble, options)));
  for (const std::string_view part :
       {c_source::kNodes, std::string_view(tables.nodes), c_source::kValues,
        std::string_view(tables.values), c_source::kRoots, std::string_view(tables.roots),
        c_source::kBase, std::string_view(base), c_source::kTrees}) {
    exported.text += part;
  }
  exported.text += fmt::format("{}{}", ensemble.trees.size(), c_source::kEnd);
  return exported;
}

}  // namespace

ExchangeFormat c_source_format() {
  return {"c", "any C or C++ compiler", write_c_source, read_c_source, kDefaultName};
}

}  // namespace gbrank
