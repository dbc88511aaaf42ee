#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// Things of one kind that a format cannot hold: how many, and the first as an example.
struct LossCount {
  std::size_t count = 0;
  std::string first;

  void add(const std::string& place) {
    if (count++ == 0) first = place;
  }
};

/// `tree 3, "bm25" <= 0.5`: where a split is, for people.
std::string split_place(const Ensemble& ensemble, std::size_t tree, std::size_t node);

std::size_t count_splits(const Ensemble& ensemble);

/// For each feature, whether a tree splits on it.
std::vector<bool> used_features(const Ensemble& ensemble);

/// The nearest number within the range of float32, and the nearest float32.
double within_float(double value);
float nearest_float(double value);

/// Adds a sentence when leaf values, or the constant of all scores, are too large for float32.
void add_float_losses(const Ensemble& ensemble, double constant, std::vector<std::string>& losses);

/// Adds a sentence when missing values go another way than 0, for a program (`reader`) that takes a
/// missing value for 0.
void add_missing_losses(const Ensemble& ensemble, const std::string& reader,
                        std::vector<std::string>& losses);

/// Throws Error when two features share a name and a tree uses one of them, for a format that knows
/// features by their names.
void check_distinct_names(const Ensemble& ensemble, const std::string& format);

}  // namespace gbrank
