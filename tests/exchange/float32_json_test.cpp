#include "exchange/float32_json.h"

#include <bit>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/error_of.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

Json parse(const std::string& text) { return parse_float32_json(text, false); }

std::string error(const std::string& text, bool binary = false) {
  return error_of([&] { parse_float32_json(text, binary); });
}

}  // namespace

TEST_CASE("values come as any reader of JSON has them") {
  const std::string text =
      R"({"a":[1,-2,true,null,"x\"]"],"b":{"c":[]},"d":0.5,"e":18446744073709551615})";
  CHECK(parse(text) == Json::parse(text));
  CHECK(parse_float32_json(std::string(1, '{') + "i\001ai\005}", true) == Json{{"a", 5}});
}

TEST_CASE("numbers are rounded to float32 once") {
  Random random(random_key(3));
  for (int trial = 0; trial < 20000; ++trial) {
    const auto bits = static_cast<std::uint32_t>(random.next());
    const auto value = static_cast<double>(std::bit_cast<float>(bits));
    if (!std::isfinite(value)) continue;
    // Numbers halfway between two float32, or nearly.
    const double middle = value * (1 + 0x1.0p-24 + static_cast<double>(random.below(3)) * 1e-16);
    for (const int digits : {7, 9, 17, 25}) {
      char text[64];
      std::snprintf(text, sizeof text, "%.*e", digits, middle);
      const float expected = std::strtof(text, nullptr);
      CHECK(parse(text).get<double>() == static_cast<double>(expected));
    }
  }
  // Nearest to 1 + 2^-24, where rounding twice goes wrong.
  CHECK(parse("1.000000059604644775390625000000001").get<float>() == 1.0F + 0x1.0p-23F);
}

TEST_CASE("numbers beyond float32 are infinite or 0, and the words for them are read") {
  CHECK(parse("1e39").get<double>() == HUGE_VAL);
  CHECK(parse("-1e300").get<double>() == -HUGE_VAL);
  CHECK(parse("1e-60").get<double>() == 0);
  CHECK(parse("[Infinity,-Infinity,NaN]").dump() == "[null,null,null]");
  CHECK(parse("[-Infinity]")[0].get<double>() == -HUGE_VAL);
  CHECK(parse("[NaN]")[0].is_null());
  const std::string quoted = R"({"Infinity":"a \"NaN\" \\"})";
  CHECK(parse(quoted) == Json::parse(quoted));
  CHECK(error("[Infinit]") != "no error");
  CHECK(error("[NaN") != "no error");
}

TEST_CASE("deep nesting is an error before it can hurt") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(error(nested(100)) == "no error");
  CHECK(error(nested(101)) == "is nested deeper than 100");
  CHECK(error(std::string(1000000, '[')) == "is nested deeper than 100");
  CHECK(error(std::string(1000000, '['), true) == "is nested deeper than 100");
}

TEST_CASE("values without bytes of their own cannot fill the memory") {
  // Universal Binary JSON: an array of 2^40 nulls, or of 2^40 floats that are not there.
  const std::string count = {'L', 0, 0, 1, 0, 0, 0, 0, 0};
  CHECK(error("[$Z#" + count, true) == "has more values than bytes");
  CHECK(error("[$T#" + count, true) == "has more values than bytes");
  CHECK(error("[$d#" + count + "abcd", true) != "no error");
  CHECK(error("S" + count + "abcd", true) != "no error");
}

TEST_CASE("text and binary that end early or go on are errors") {
  const std::string text = R"({"a":[1.5,{"b":"c"}]})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK(error(text.substr(0, size)) != "no error");
  }
  CHECK(error(text + "x") != "no error");
  const std::vector<std::uint8_t> bytes = Json::to_ubjson(Json::parse(text), true, true);
  const std::string binary(bytes.begin(), bytes.end());
  CHECK(parse_float32_json(binary, true) == Json::parse(text));
  for (std::size_t size = 0; size < binary.size(); ++size) {
    CHECK(error(binary.substr(0, size), true) != "no error");
  }
  CHECK(error(binary + "x", true) != "no error");
}

}  // namespace gbrank::test
