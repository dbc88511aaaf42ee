#pragma once

#include <utility>

#include "gbrank/c_api.h"
#include "gbrank/ensemble.h"
#include "gbrank/predictor.h"

/// What the handle of the C API points to. It stays where it is made: the predictor refers to the
/// ensemble.
struct gbrank_model {
  explicit gbrank_model(gbrank::Ensemble loaded)
      : ensemble(std::move(loaded)), predictor(ensemble) {}
  gbrank_model(const gbrank_model&) = delete;
  gbrank_model& operator=(const gbrank_model&) = delete;

  const gbrank::Ensemble ensemble;
  const gbrank::Predictor predictor;
};
