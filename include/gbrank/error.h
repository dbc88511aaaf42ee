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

/// A value that an option cannot have. The message begins with the option's name, as on the command
/// line without its dashes.
class OptionError : public Error {
 public:
  using Error::Error;
};

}  // namespace gbrank
