#include "exchange/format.h"

// One line a format: declare its entry here and list it below.

namespace gbrank {

ExchangeFormat ranklib_format();
ExchangeFormat xgboost_format();
ExchangeFormat xgboost_dump_format();
ExchangeFormat lightgbm_format();
ExchangeFormat solr_format();
ExchangeFormat onnx_format();
ExchangeFormat c_source_format();

ImportFormat lightgbm_import();
ImportFormat xgboost_import();

std::span<const ExchangeFormat> exchange_formats() {
  static const ExchangeFormat all[] = {
      ranklib_format(), xgboost_format(), xgboost_dump_format(), lightgbm_format(),
      solr_format(),    onnx_format(),    c_source_format(),
  };
  return all;
}

std::span<const ImportFormat> import_formats() {
  static const ImportFormat all[] = {
      lightgbm_import(),
      xgboost_import(),
  };
  return all;
}

}  // namespace gbrank
