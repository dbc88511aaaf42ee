#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <zlib.h>

namespace gbrank::test {

/// One gzip member.
inline std::string gzip(std::string_view text) {
  z_stream stream{};
  constexpr int kGzipFormat = 16;
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + kGzipFormat, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("no zlib");
  }
  std::string packed(deflateBound(&stream, text.size()), '\0');
  std::string source(text);
  stream.next_in = reinterpret_cast<Bytef*>(source.data());
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("gzip did not finish");
  return packed;
}

}  // namespace gbrank::test
