#include "exchange/protobuf.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "support/error_of.h"

namespace gbrank::test {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

std::string error(const std::string& message) {
  return error_of([&] {
    ProtobufReader reader(message);
    while (reader.next()) {
    }
  });
}

}  // namespace

TEST_CASE("fields are written as the format's own documentation shows them") {
  ProtobufWriter number;
  number.number(1, 150);
  CHECK(number.text() == bytes({0x08, 0x96, 0x01}));
  ProtobufWriter text;
  text.bytes(2, "testing");
  CHECK(text.text() == bytes({0x12, 0x07}) + "testing");
  ProtobufWriter packed;
  packed.numbers(6, std::vector<std::int64_t>{3, 270, 86942});
  CHECK(packed.text() == bytes({0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05}));
  ProtobufWriter negative;
  negative.numbers(1, std::vector<std::int64_t>{-2});
  CHECK(negative.text() ==
        bytes({0x0a, 10, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}));
  ProtobufWriter floats;
  floats.floats(20, std::vector<float>{1.0F, -2.5F});
  CHECK(floats.text() == bytes({0xa2, 0x01, 8, 0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}));
}

TEST_CASE("what is written is read again, packed or not") {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> numbers = {0, 1, -1, 127, 128, Limits::min(), Limits::max()};
  const std::vector<float> floats = {0.0F, -0.0F, 1e-45F, 3.4e38F, -HUGE_VALF};
  ProtobufWriter writer;
  writer.numbers(1, numbers);
  for (const std::int64_t value : numbers) writer.number(1, static_cast<std::uint64_t>(value));
  writer.floats(2, floats);
  writer.bytes(3, "");
  const std::string text = writer.text() + bytes({0x15, 0, 0, 0x80, 0x3f}) +  // an unpacked float
                           bytes({0x21, 1, 2, 3, 4, 5, 6, 7, 8});             // 64 bits
  std::vector<std::int64_t> got_numbers;
  std::vector<float> got_floats;
  std::size_t others = 0;
  ProtobufReader reader(text);
  while (const auto field = reader.next()) {
    if (field->number == 1) field->add_to(got_numbers);
    if (field->number == 2) field->add_to(got_floats);
    if (field->number == 3) CHECK((field->has_bytes && field->bytes.empty()));
    if (field->number == 4) CHECK(field->value == 0x0807060504030201);
    others += field->number > 2 ? 1 : 0;
  }
  std::vector<std::int64_t> twice = numbers;
  twice.insert(twice.end(), numbers.begin(), numbers.end());
  CHECK(got_numbers == twice);
  REQUIRE(got_floats.size() == 6);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(got_floats[i] == floats[i]);
    CHECK(std::signbit(got_floats[i]) == std::signbit(floats[i]));
  }
  CHECK(got_floats[5] == 1.0F);
  CHECK(others == 2);
}

TEST_CASE("a message that is cut short or malformed is an error") {
  ProtobufWriter writer;
  writer.bytes(1, "abc");
  for (std::size_t size = 1; size < writer.text().size(); ++size) {
    CHECK(error(writer.text().substr(0, size)) == "is cut short within a protobuf field");
  }
  CHECK(error(bytes({0x08, 0x80})) == "is cut short within a protobuf field");
  CHECK(error(bytes({0x0d, 1, 2, 3})) == "is cut short within a protobuf field");
  CHECK(error(bytes({0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})) ==
        "is cut short within a protobuf field");
  CHECK(error(std::string(20, '\xff')) == "has a protobuf number of more than 64 bits");
  CHECK(error(bytes({0x0b})) == "has a protobuf field 1 of an unknown kind");
}

}  // namespace gbrank::test
