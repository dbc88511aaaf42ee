#include "exchange/import.h"

#include <algorithm>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "exchange/feature_names.h"

namespace gbrank {
namespace {

const ImportFormat& find_format(std::string_view text, const std::string& asked) {
  std::string writers;
  for (const ImportFormat& format : import_formats()) {
    if (asked.empty() ? format.recognises(text) : format.name == asked) return format;
    writers += fmt::format("{}{}", writers.empty() ? "" : ", ", format.writers);
  }
  throw Error(fmt::format("is no model that can be imported (expected one of {})", writers));
}

/// Column 0 is no feature where the columns are LETOR's indices, which begin at 1.
void drop_column_0(ForeignModel& model) {
  for (std::size_t t = 0; t < model.ensemble.trees.size(); ++t) {
    for (std::uint32_t& feature : model.ensemble.trees[t].feature) {
      if (feature == 0) {
        throw Error(fmt::format(
            "tree {} splits on column 0, which is no feature where LETOR's index 1 is column 1",
            t));
      }
      --feature;
    }
  }
  model.columns = std::max<std::size_t>(model.columns, 1) - 1;
  if (!model.column_names.empty()) model.column_names.erase(model.column_names.begin());
}

}  // namespace

Imported import_model(std::string_view text, const std::string& name,
                      const ImportOptions& options) {
  try {
    const ImportFormat& format = find_format(text, options.format);
    if (options.values && !format.has_double_thresholds) {
      throw OptionError(fmt::format("values: {} has float32 thresholds only", format.name));
    }
    ForeignModel model = format.read(text, options.values.value_or(ForeignValues::kDouble));
    const int first_feature = options.first_feature.value_or(model.first_feature);
    if (first_feature == 1) drop_column_0(model);
    Ensemble& ensemble = model.ensemble;
    ensemble.feature_names = model.column_names.empty() ? default_feature_names(model.columns)
                                                        : plain_names(model.column_names, "");
    ensemble.absent_is_missing = options.absent_is_missing.value_or(ensemble.absent_is_missing);
    check(ensemble);
    return {std::move(ensemble), std::string(format.name), first_feature};
  } catch (const OptionError&) {
    throw;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace gbrank
