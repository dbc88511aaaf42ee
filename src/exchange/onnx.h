#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "exchange/format.h"

namespace gbrank {

Exported write_onnx(const Ensemble& ensemble, const ExportOptions& options);
std::unique_ptr<Consumer> read_onnx(std::string_view text, const std::string& name,
                                    std::span<const std::string> feature_names);

}  // namespace gbrank
