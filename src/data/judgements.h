#pragma once

#include "gbrank/dataset.h"

#include "data/letor_reader.h"

namespace gbrank {

/// read_judgements from text that is already there.
Judgements parse_judgements(const NamedText& source, bool with_document_ids, int threads);

}  // namespace gbrank
