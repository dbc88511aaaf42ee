#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gbrank {

/// Rounds what a program keeps in float32, and remembers what that cannot hold at all.
class Float32Values {
 public:
  float leaf(double value, std::size_t tree, std::size_t leaf);
  float base(double value);
  /// A sentence, or none.
  std::vector<std::string> losses() const;

 private:
  template <typename Place>
  float round(double value, const Place& place);

  std::string first_;
  std::size_t others_ = 0;
};

/// For JSON readers that tell a float32 from an integer by its point or exponent.
std::string float32_text(float value);

}  // namespace gbrank
