#include "plot/style.h"

#include <fmt/format.h>

namespace gbrank {
namespace {

/// Chosen so that any two differ by 30 or more in CIELAB, for people with any colour vision
/// (simulated after Machado et al., 2009), and that each has a contrast of 3:1 or more with the
/// background.
constexpr int kColours = 6;

struct Scheme {
  const char* background;
  const char* text;
  const char* minor_text;
  const char* grid;
  const char* axis;
  const char* rule;
  const char* series[kColours];
};

constexpr Scheme kLight = {"#ffffff",
                           "#1f2328",
                           "#57606a",
                           "#e4e8ec",
                           "#848d97",
                           "#57606a",
                           {"#2b47db", "#c17d0c", "#269c64", "#de25a6", "#664300", "#202a3f"}};
constexpr Scheme kDark = {"#15191f",
                          "#e6edf3",
                          "#a3adb8",
                          "#2b323b",
                          "#6e7681",
                          "#a3adb8",
                          {"#537df8", "#e16314", "#14ec84", "#cc73b4", "#fce433", "#c8f0e1"}};

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
      ".gbrank .faint{{opacity:.5}}\n"
      "{}@media (prefers-color-scheme:dark){{\n{}}}\n",
      kTextSize, kTitleSize, kPanelTitleSize, rules_of(kLight), rules_of(kDark));
}

}  // namespace gbrank
