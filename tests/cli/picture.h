#pragma once

#include <algorithm>
#include <string>

#include "cli/program.h"
#include "support/xml.h"

namespace gbrank::test {

/// Reads what --plot has written; throws where it is no XML.
inline XmlElement picture(const std::string& path) { return read_xml(read_file(path)); }

/// Whether it has this text.
inline bool says(const XmlElement& svg, const std::string& text) {
  return std::ranges::count(texts_of(svg, "text"), text) > 0;
}

/// How many lines of data there are, without the pieces in legends.
inline std::size_t curves(const XmlElement& svg, const std::string& look) {
  std::size_t count = 0;
  for (const XmlElement& path : all_of(svg, "path", look)) {
    count += path.at("d").find('h') == std::string::npos ? 1U : 0U;
  }
  return count;
}

}  // namespace gbrank::test
