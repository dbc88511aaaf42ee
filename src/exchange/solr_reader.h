#pragma once

#include "exchange/format.h"

namespace gbrank {

std::unique_ptr<Consumer> read_solr(std::string_view text, const std::string& name,
                                    std::span<const std::string> feature_names);

}  // namespace gbrank
