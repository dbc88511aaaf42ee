#include "documents.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/random.h"
#include "data/letor_reader.h"

namespace gbrank::bench {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// Appends each row, with so many features, to the others.
struct DenseSink {
  std::size_t features;
  float absent;
  std::vector<float>& values;

  void row(const LetorLine&) { values.resize(values.size() + features, absent); }
  void feature(std::uint32_t index, float value) {
    if (index <= features) values[values.size() - features + index - 1] = value;
  }
  void end_row(const LetorLine&, std::size_t) {}
};

void lose_values(double share, std::vector<float>& values) {
  Random random(random_key(1));
  for (float& value : values) {
    if (random.uniform() < share) value = kMissing;
  }
}

void make_sparse(float absent, Documents& documents) {
  const auto is_absent = [&](float value) {
    return std::isnan(absent) ? std::isnan(value) : value == absent;
  };
  for (std::size_t i = 0; i < documents.values.size(); ++i) {
    if (!is_absent(documents.values[i])) {
      documents.sparse_features.push_back(static_cast<std::uint32_t>(i % documents.features));
      documents.sparse_values.push_back(documents.values[i]);
    }
    if ((i + 1) % documents.features == 0) {
      documents.offsets.push_back(documents.sparse_values.size());
    }
  }
}

}  // namespace

Documents read_documents(const std::string& path, const Ensemble& ensemble, std::size_t most,
                         double missing_share) {
  Documents documents;
  documents.features = ensemble.features();
  if (documents.features == 0) throw Error("the model has no features");
  const float absent = ensemble.absent_is_missing ? kMissing : 0;
  const TextFile file(path);
  const NamedText source = named_text(file);
  parse_chunks(source, split_into_chunks(source), 1, [&](std::size_t, int) {
    return DenseSink{documents.features, absent, documents.values};
  });
  if (documents.rows() == 0) throw Error(fmt::format("{}: no documents", source.name));
  documents.values.resize(std::min(documents.rows(), most) * documents.features);
  lose_values(missing_share, documents.values);
  make_sparse(absent, documents);
  return documents;
}

}  // namespace gbrank::bench
