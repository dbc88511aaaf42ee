#pragma once

#include <string_view>

// What stands between the tables of an exported C function: written once, and looked for by the
// reader, which understands this C and no other.

namespace gbrank::c_source {

inline constexpr std::string_view kNodes = R"( {
  /* A value goes left where it is <= threshold. Children are nodes, or -1 - a value. */
  static const struct {
    int feature;
    int missing_left;
    float threshold;
    int left;
    int right;
  } nodes[] = {
)";

inline constexpr std::string_view kValues = R"(  };
  static const double values[] = {
)";

inline constexpr std::string_view kRoots = R"(  };
  static const int roots[] = {
)";

inline constexpr std::string_view kBase = R"(  };
  double score = )";

inline constexpr std::string_view kTrees = R"(;
  int tree;
  for (tree = 0; tree < )";

inline constexpr std::string_view kEnd = R"(; ++tree) {
    int at = roots[tree];
    while (at >= 0) {
      const float value = features[nodes[at].feature];
      const int left = value != value ? nodes[at].missing_left : value <= nodes[at].threshold;
      at = left ? nodes[at].left : nodes[at].right;
    }
    score += values[-1 - at];
  }
  return score;
}
)";

}  // namespace gbrank::c_source
