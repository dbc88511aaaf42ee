#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank {

/// Writes a message in the wire format of Protocol Buffers, field after field.
class ProtobufWriter {
 public:
  void number(std::uint32_t field, std::uint64_t value);
  void bytes(std::uint32_t field, std::string_view value);  // a text or a finished message
  // Packed: all values of a repeated field at once.
  void numbers(std::uint32_t field, std::span<const std::int64_t> values);
  void floats(std::uint32_t field, std::span<const float> values);

  const std::string& text() const { return text_; }

 private:
  void varint(std::uint64_t value);
  void tag(std::uint32_t field, std::uint32_t kind);

  std::string text_;
};

/// Reads the fields of a message one after the other. Never reads beyond it, never recurses and
/// allocates nothing. Throws Error for what is cut short or malformed.
class ProtobufReader {
 public:
  struct Field {
    std::uint32_t number = 0;
    std::uint64_t value = 0;  // of a number, and the bits of a float
    std::string_view bytes;   // of a text, a message, or packed values
    bool has_bytes = false;

    std::int64_t whole() const { return static_cast<std::int64_t>(value); }
    /// Of a field that may be packed or not: its values are added.
    void add_to(std::vector<std::int64_t>& values) const;
    void add_to(std::vector<float>& values) const;
  };

  explicit ProtobufReader(std::string_view message) : rest_(message) {}

  /// Nothing at the end.
  std::optional<Field> next();

 private:
  std::string_view rest_;
};

}  // namespace gbrank
