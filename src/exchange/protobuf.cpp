#include "exchange/protobuf.h"

#include <bit>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

// How the value of a field is written.
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t k64Bits = 1;
constexpr std::uint32_t kBytes = 2;
constexpr std::uint32_t k32Bits = 5;

[[noreturn]] void cut_short() { throw Error("is cut short within a protobuf field"); }

std::string_view take(std::string_view& text, std::uint64_t size) {
  if (size > text.size()) cut_short();
  const std::string_view taken = text.substr(0, static_cast<std::size_t>(size));
  text.remove_prefix(taken.size());
  return taken;
}

/// Seven bits a byte, the lowest first.
std::uint64_t take_varint(std::string_view& text) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(take(text, 1)[0]);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw Error("has a protobuf number of more than 64 bits");
}

/// The lowest byte first.
std::uint64_t take_fixed(std::string_view& text, std::size_t size) {
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char c : take(text, size)) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << shift;
    shift += 8;
  }
  return value;
}

float float_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

}  // namespace

void ProtobufWriter::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(0x80 | (value & 0x7f));
  text_ += static_cast<char>(value);
}

void ProtobufWriter::tag(std::uint32_t field, std::uint32_t kind) {
  varint(std::uint64_t{field} << 3 | kind);
}

void ProtobufWriter::number(std::uint32_t field, std::uint64_t value) {
  tag(field, kVarint);
  varint(value);
}

void ProtobufWriter::bytes(std::uint32_t field, std::string_view value) {
  tag(field, kBytes);
  varint(value.size());
  text_ += value;
}

void ProtobufWriter::numbers(std::uint32_t field, std::span<const std::int64_t> values) {
  ProtobufWriter packed;
  for (const std::int64_t value : values) packed.varint(static_cast<std::uint64_t>(value));
  bytes(field, packed.text());
}

void ProtobufWriter::floats(std::uint32_t field, std::span<const float> values) {
  tag(field, kBytes);
  varint(values.size() * sizeof(float));
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8)
      text_ += static_cast<char>(bits >> shift & 0xff);
  }
}

void ProtobufReader::Field::add_to(std::vector<std::int64_t>& values) const {
  if (!has_bytes) return values.push_back(whole());
  for (std::string_view rest = bytes; !rest.empty();) {
    values.push_back(static_cast<std::int64_t>(take_varint(rest)));
  }
}

void ProtobufReader::Field::add_to(std::vector<float>& values) const {
  if (!has_bytes) return values.push_back(float_of(value));
  for (std::string_view rest = bytes; !rest.empty();) {
    values.push_back(float_of(take_fixed(rest, sizeof(float))));
  }
}

std::optional<ProtobufReader::Field> ProtobufReader::next() {
  if (rest_.empty()) return {};
  const std::uint64_t tag = take_varint(rest_);
  Field field;
  field.number = static_cast<std::uint32_t>(tag >> 3);
  switch (tag & 7) {
    case kVarint:
      field.value = take_varint(rest_);
      break;
    case k64Bits:
      field.value = take_fixed(rest_, 8);
      break;
    case kBytes:
      field.bytes = take(rest_, take_varint(rest_));
      field.has_bytes = true;
      break;
    case k32Bits:
      field.value = take_fixed(rest_, 4);
      break;
    default:
      throw Error(fmt::format("has a protobuf field {} of an unknown kind", field.number));
  }
  return field;
}

}  // namespace gbrank
