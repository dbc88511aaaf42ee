#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank {

/// Text as it may stand in XML, between tags and in attributes. What is no UTF-8 or no character of
/// XML becomes U+FFFD, tabs and line ends become spaces.
std::string xml_text(std::string_view text);

/// About how wide a text is in a sans-serif font of some size; of the fonts in use one of the
/// wider, so that what is planned with it fits.
double text_width(std::string_view text, double size);

/// A text that is no wider: its end is cut off where it must, which an ellipsis shows.
std::string shortened(std::string_view text, double width, double size);

/// A text in at most so many lines, parted between words where that is possible; the last one is
/// shortened where there is more. None for an empty text.
std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                 std::size_t lines);

}  // namespace gbrank
