#include "base/checksum.h"

#include <string>

#include <doctest/doctest.h>

namespace gbrank {

TEST_CASE("the checksum is what xxhsum -H64 says, in one piece or several") {
  CHECK(Checksum().value() == 0xef46db3751d8e999ULL);
  std::string block;
  for (int i = 0; i < 32; ++i) block += static_cast<char>(i);
  Checksum one;
  one.add(block);
  CHECK(one.value() == 0xcbf59c5116ff32b4ULL);

  std::string blocks;
  for (int i = 0; i < 320; ++i) blocks += static_cast<char>(i * 7);
  for (std::size_t cut = 0; cut <= blocks.size(); cut += Checksum::kBlockBytes) {
    Checksum two;
    two.add(std::string_view(blocks).substr(0, cut));
    two.add(std::string_view(blocks).substr(cut));
    CHECK(two.value() == 0x2bdb14c7864b2786ULL);
  }
}

}  // namespace gbrank
