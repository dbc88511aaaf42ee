#pragma once

#include <stdexcept>

namespace gbrank {

/// Everything that can go wrong through data, files or options: the message is for people and names
/// the file, the line, what was found and what was expected. The library throws nothing else of its
/// own, prints nothing and never exits.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gbrank
