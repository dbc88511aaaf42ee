#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "story.h"

namespace gbrank::bench {

/// The same rows twice: as LETOR has them, and without `qid:` for programs that do not know it.
struct QueryText {
  std::string letor;
  std::string plain;
};

/// The first `documents` rows of a query. Every index is written, zeros too, as in MSLR-WEB.
QueryText query_text(std::uint64_t seed, const Query& query, std::size_t documents);

}  // namespace gbrank::bench
