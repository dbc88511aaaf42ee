#include "plot/style.h"

#include <fmt/format.h>

namespace gbrank {
namespace {

/// Hues of Okabe and Ito (2008), which people with any colour vision tell apart, darker or lighter
/// where the contrast with the background is below 3:1 otherwise.
constexpr int kColours = 7;

struct Scheme {
  const char* background;
  const char* text;
  const char* minor_text;
  const char* grid;
  const char* axis;
  const char* rule;
  const char* series[kColours];
};

constexpr Scheme kLight = {
    "#ffffff",
    "#1f2328",
    "#57606a",
    "#e4e8ec",
    "#8c959f",
    "#57606a",
    {"#0072b2", "#d55e00", "#008a64", "#b8478c", "#8f6b00", "#2f96d0", "#4a4a4a"}};
constexpr Scheme kDark = {
    "#15191f",
    "#e6edf3",
    "#a3adb8",
    "#2b323b",
    "#6e7681",
    "#a3adb8",
    {"#4fa8ee", "#ff8a3d", "#2cc796", "#ec94c5", "#f0d24a", "#9ad7ff", "#c8c8c8"}};

/// Classes apply inside our picture only: it may stand in a page that has classes of its own.
std::string rules_of(const Scheme& scheme) {
  std::string text = fmt::format(
      ".gbrank .ground{{fill:{}}}\n"
      ".gbrank text{{fill:{}}}\n"
      ".gbrank .minor{{fill:{}}}\n"
      ".gbrank .grid{{stroke:{}}}\n"
      ".gbrank .axis{{stroke:{}}}\n"
      ".gbrank .rule{{stroke:{}}}\n",
      scheme.background, scheme.text, scheme.minor_text, scheme.grid, scheme.axis, scheme.rule);
  for (int colour = 0; colour < kColours; ++colour) {
    text += fmt::format(".gbrank .c{0}{{stroke:{1};fill:{1}}}\n", colour, scheme.series[colour]);
  }
  return text;
}

}  // namespace

std::string colour_class(int colour) {
  return fmt::format("c{}", (colour % kColours + kColours) % kColours);
}

std::string style_sheet() {
  return fmt::format(
      ".gbrank text{{font:{}px system-ui,-apple-system,\"Segoe UI\",Helvetica,Arial,sans-serif}}\n"
      ".gbrank .title{{font-size:{}px;font-weight:600}}\n"
      ".gbrank .panel{{font-size:{}px;font-weight:600}}\n"
      ".gbrank .end{{text-anchor:end}}\n"
      ".gbrank .middle{{text-anchor:middle}}\n"
      ".gbrank .grid,.gbrank .axis{{stroke-width:1;fill:none}}\n"
      ".gbrank .rule{{stroke-width:1;stroke-dasharray:1 3;stroke-linecap:round;fill:none}}\n"
      ".gbrank "
      "path.line{{fill:none;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}}\n"
      ".gbrank path.dashed{{stroke-dasharray:5 4;stroke-linecap:butt}}\n"
      ".gbrank path.band{{stroke:none;fill-opacity:.16}}\n"
      ".gbrank circle{{stroke:none}}\n"
      ".gbrank .faint{{opacity:.4}}\n"
      "{}@media (prefers-color-scheme:dark){{\n{}}}\n",
      kTextSize, kTitleSize, kPanelTitleSize, rules_of(kLight), rules_of(kDark));
}

}  // namespace gbrank
