#include "plot/text.h"

#include <algorithm>
#include <cstdint>

namespace gbrank {
namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr char32_t kEllipsis = 0x2026;

bool is_xml_character(char32_t c) {
  if (c < 0x20) return false;
  if (c >= 0x7f && c < 0xa0) return false;       // allowed, but invisible controls all the same
  if (c >= 0xd800 && c <= 0xdfff) return false;  // halves of UTF-16
  return c != 0xfffe && c != 0xffff && c <= 0x10ffff;
}

/// The character at the beginning of a text that is not empty, and its bytes. Overlong forms and
/// bytes that begin nothing are one wrong byte.
struct Decoded {
  char32_t character;
  std::size_t bytes;
};

Decoded decode_first(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc0 || first > 0xf7 || text.size() < bytes) return {kReplacement, 1};
  char32_t character = first & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {kReplacement, 1};
    character = character << 6 | (byte(i) & 0x3fU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < kLeast[bytes]) return {kReplacement, 1};
  return {character, bytes};
}

std::u32string decode(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const Decoded next = decode_first(text);
    text.remove_prefix(next.bytes);
    const char32_t c = next.character;
    const bool space = c == '\t' || c == '\n' || c == '\r';
    characters += space ? U' ' : is_xml_character(c) ? c : kReplacement;
  }
  return characters;
}

void append(std::string& text, char32_t c) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xc0 | c >> 6);
    add(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3f));
    add(0x80 | (c & 0x3f));
  } else {
    add(0xf0 | c >> 18);
    add(0x80 | (c >> 12 & 0x3f));
    add(0x80 | (c >> 6 & 0x3f));
    add(0x80 | (c & 0x3f));
  }
}

std::string encode(std::u32string_view characters) {
  std::string text;
  for (const char32_t c : characters) append(text, c);
  return text;
}

/// In parts of the font's size.
double width_of(char32_t c) {
  if (c >= 0x1100) return c == kEllipsis ? 1 : c < 0x2e80 ? 0.8 : 1.05;  // above: East Asian, signs
  if (c >= 0x80) return 0.72;
  constexpr std::u32string_view kNarrow = U" ijl.,:;|!'()[]/\\tfrI";
  constexpr std::u32string_view kWide = U"mwMW@%+=<>~#&";
  if (kNarrow.find(c) != kNarrow.npos) return 0.4;
  if (kWide.find(c) != kWide.npos) return 1;
  return c >= 'A' && c <= 'Z' ? 0.76 : 0.64;
}

double width_of(std::u32string_view text) {
  double width = 0;
  for (const char32_t c : text) width += width_of(c);
  return width;
}

/// A sum of widths taken in another order is still as wide.
constexpr double kRounding = 1e-6;

/// How many characters from the beginning are no wider than that.
std::size_t fitting(std::u32string_view text, double width) {
  width += kRounding;
  std::size_t count = 0;
  for (; count < text.size(); ++count) {
    width -= width_of(text[count]);
    if (width < 0) break;
  }
  return count;
}

/// Of widths in parts of the font's size.
std::u32string shortened(std::u32string_view text, double width) {
  if (width_of(text) <= width + kRounding) return std::u32string(text);
  std::u32string part(text.substr(0, fitting(text, width - width_of(kEllipsis))));
  while (part.ends_with(U' ')) part.pop_back();
  return part + kEllipsis;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char32_t c : decode(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        append(result, c);
    }
  }
  return result;
}

double text_width(std::string_view text, double size) { return size * width_of(decode(text)); }

std::string shortened(std::string_view text, double width, double size) {
  return encode(shortened(decode(text), width / size));
}

std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                 std::size_t lines) {
  const std::u32string all = decode(text);
  std::u32string_view rest = all;
  std::vector<std::string> result;
  while (!rest.empty() && result.size() < lines) {
    const std::size_t fits = fitting(rest, width / size);
    if (fits == rest.size() || result.size() + 1 == lines) {
      result.push_back(encode(shortened(rest, width / size)));
      break;
    }
    // A word that is wider than a line is cut; at least one character makes progress.
    const std::size_t space = rest.substr(0, fits + 1).rfind(U' ');
    const bool between_words = space != rest.npos && space > 0;
    const std::size_t end = between_words ? space : std::max<std::size_t>(fits, 1);
    result.push_back(encode(rest.substr(0, end)));
    rest.remove_prefix(between_words ? end + 1 : end);
  }
  return result;
}

}  // namespace gbrank
