#include "exchange/format.h"

// One line a format: declare its entry here and list it below.

namespace gbrank {

ExchangeFormat ranklib_format();
ExchangeFormat xgboost_dump_format();
ExchangeFormat solr_format();
ExchangeFormat c_source_format();

std::span<const ExchangeFormat> exchange_formats() {
  static const ExchangeFormat kFormats[] = {
      ranklib_format(),
      xgboost_dump_format(),
      solr_format(),
      c_source_format(),
  };
  return kFormats;
}

std::span<const ImportFormat> import_formats() { return {}; }

}  // namespace gbrank
