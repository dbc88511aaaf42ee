#pragma once

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank::test {

/// An element of XML; `text` is what stands directly in it.
struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;
  std::vector<XmlElement> children;

  /// An attribute that must be there.
  const std::string& at(const std::string& attribute) const { return attributes.at(attribute); }
  double number(const std::string& attribute) const { return std::stod(at(attribute)); }
  /// Whether its classes, which spaces part, have this one.
  bool is(const std::string& look) const {
    const auto found = attributes.find("class");
    return found != attributes.end() &&
           (" " + found->second + " ").find(" " + look + " ") != std::string::npos;
  }
};

/// A strict reader of the XML that needs no declarations: throws for what is not well-formed.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlElement read() {
    XmlElement root = element();
    space();
    if (at_ != text_.size()) fail("text after the root");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("byte " + std::to_string(at_) + ": " + what);
  }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(std::string_view part) {
    if (text_.substr(at_, part.size()) != part) fail("expected " + std::string(part));
    at_ += part.size();
  }
  void space() {
    while (next() == ' ' || next() == '\n') ++at_;
  }
  std::string name() {
    std::string result;
    while (std::isalnum(static_cast<unsigned char>(next())) != 0 || next() == '-') {
      result += text_[at_++];
    }
    if (result.empty()) fail("expected a name");
    return result;
  }
  /// A character of text, with entities resolved.
  char character() {
    const char c = next();
    if (c == '<' || (static_cast<unsigned char>(c) < 0x20 && c != '\n')) fail("bad character");
    if (c != '&') return text_[at_++];
    static const std::map<std::string, char> kEntities = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    const auto found =
        kEntities.find(std::string(text_.substr(at_, text_.find(';', at_) + 1 - at_)));
    if (found == kEntities.end()) fail("bad entity");
    at_ += found->first.size();
    return found->second;
  }
  XmlElement element() {
    expect("<");
    XmlElement result;
    result.name = name();
    for (space(); next() != '>' && next() != '/'; space()) {
      const std::string key = name();
      expect("=\"");
      std::string value;
      while (next() != '"') value += character();
      expect("\"");
      if (!result.attributes.emplace(key, value).second) fail("repeated attribute " + key);
    }
    if (next() == '/') {
      expect("/>");
      return result;
    }
    expect(">");
    while (text_.substr(at_, 2) != "</") {
      if (next() == '<') {
        result.children.push_back(element());
      } else {
        result.text += character();
      }
    }
    expect("</" + result.name + ">");
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline XmlElement read_xml(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return XmlReader(text).read();
}

/// All elements of a name (and a class) below one, in order.
inline std::vector<XmlElement> all_of(const XmlElement& root, const std::string& name,
                                      const std::string& look = "") {
  std::vector<XmlElement> found;
  for (const XmlElement& child : root.children) {
    if (child.name == name && (look.empty() || child.is(look))) found.push_back(child);
    for (XmlElement& below : all_of(child, name, look)) found.push_back(std::move(below));
  }
  return found;
}

/// What the elements of a name (and a class) say.
inline std::vector<std::string> texts_of(const XmlElement& root, const std::string& name,
                                         const std::string& look = "") {
  std::vector<std::string> texts;
  for (const XmlElement& element : all_of(root, name, look)) texts.push_back(element.text);
  return texts;
}

}  // namespace gbrank::test
