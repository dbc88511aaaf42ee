#pragma once

#include <memory>
#include <string>

#include "base/file.h"

namespace gbrank {

/// Reads an open file piece by piece: gzip of one or more members is unpacked, other text is passed
/// on as it is. Unlike zlib's gzread it does not pass over what follows a member and is no gzip:
/// lines must not be lost in silence. Only zeros, with which tapes and some tools pad, are.
class Inflater {
 public:
  /// `name` is for messages.
  Inflater(FileDescriptor file, std::string name);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Appends up to about a megabyte; false at the end. Throws Error for a gzip file that is cut
  /// short or damaged.
  bool read_more(std::string& text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gbrank
