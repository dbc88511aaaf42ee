#pragma once

#include <string>

namespace gbrank {

/// Font sizes in pixels.
inline constexpr double kTitleSize = 18;
inline constexpr double kPanelTitleSize = 14;
inline constexpr double kTextSize = 12;

/// The class of the colour of a series, which are used again from the first after the last.
std::string colour_class(int colour);

/// The style sheet: what looks how, in light and in dark.
std::string style_sheet();

}  // namespace gbrank
