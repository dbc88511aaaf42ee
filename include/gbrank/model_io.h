#pragma once

#include <string>
#include <string_view>

#include "gbrank/ensemble.h"

namespace gbrank {

/// The model file (docs/model-format.md): JSON with a checksum. The same ensemble gives the same
/// bytes, and reading them gives the same ensemble, bit for bit.
std::string model_to_text(const Ensemble& ensemble);
/// `name` stands for the file in messages. Throws Error for what is not a whole, unaltered model of
/// this version.
Ensemble model_from_text(std::string_view text, const std::string& name);

/// Replaces the file at once or not at all.
void save_model(const Ensemble& ensemble, const std::string& path);
Ensemble load_model(const std::string& path);

/// Trees [first, last) for people and programs to read: nested JSON, indented text, or a graph for
/// graphviz.
std::string dump_json(const Ensemble& ensemble, std::size_t first, std::size_t last);
std::string dump_text(const Ensemble& ensemble, std::size_t first, std::size_t last);
std::string dump_dot(const Ensemble& ensemble, std::size_t first, std::size_t last);

}  // namespace gbrank
