#pragma once

#include <string>
#include <vector>

namespace gbrank {

/// How the points of a series are drawn.
enum class Stroke {
  kLine,    // joined
  kDashed,  // joined by a broken line
  kDots,    // not joined
};

/// One curve or cloud of a panel. All vectors are of one length; a point that has a NaN is left out
/// and parts the line there.
struct Series {
  std::string name;  // in the legend; empty: not there
  std::vector<double> x;
  std::vector<double> y;
  /// Where each point's interval begins and ends; empty: none. Of y, and where the panel has
  /// `row_names`, of x.
  std::vector<double> low = {};
  std::vector<double> high = {};
  Stroke stroke = Stroke::kLine;
  /// Series of one colour belong together, such as the training and the validation curve of a
  /// metric; counted from 0 in the order of the palette.
  int colour = 0;
  /// What stands behind the others, such as the folds behind their mean: pale, and with small dots.
  bool faint = false;
};

/// A line across a panel at one value, such as the round that was chosen.
struct Rule {
  double at;
  std::string text;
  bool vertical = true;
};

/// One pair of axes.
struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  std::vector<Rule> rules = {};
  bool log_x = false;
  /// Not empty: the vertical axis has these names, from top to bottom, and the y of a point is the
  /// index of its row.
  std::vector<std::string> row_names = {};
};

/// A picture of one or more panels.
struct Chart {
  std::string title;
  std::string subtitle;  // how it was made: data, options, what the intervals are
  std::vector<Panel> panels;
  int columns = 1;  // panels side by side
};

/// A picture that browsers and papers take as it is: text stays text, colours follow the reader's
/// light or dark scheme, and the same chart gives the same bytes.
std::string to_svg(const Chart& chart);

}  // namespace gbrank
