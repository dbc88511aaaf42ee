#include "output.h"

#include <algorithm>
#include <cstdlib>

#include "gbrank/model_io.h"

namespace gbrank::bench {
namespace {

/// The number that ends where `after` begins, after the last space before it.
std::optional<double> number_before(const std::string& line, std::string_view after) {
  const std::size_t end = line.find(after);
  if (end == std::string::npos || end == 0) return std::nullopt;
  const std::size_t space = line.rfind(' ', end - 1);
  const char* begin = line.c_str() + (space == std::string::npos ? 0 : space + 1);
  char* stop = nullptr;
  const double value = std::strtod(begin, &stop);
  if (stop != line.c_str() + end) return std::nullopt;
  return value;
}

/// The number that follows `before`, up to the next space.
std::optional<double> number_after(const std::string& line, std::string_view before) {
  const std::size_t at = line.find(before);
  if (at == std::string::npos) return std::nullopt;
  const char* begin = line.c_str() + at + before.size();
  char* stop = nullptr;
  const double value = std::strtod(begin, &stop);
  if (stop == begin) return std::nullopt;
  return value;
}

bool has(const std::string& line, std::string_view part) {
  return line.find(part) != std::string::npos;
}

std::optional<Times> both(std::optional<double> load, std::optional<double> train) {
  if (!load || !train) return std::nullopt;
  return Times{*load, *train};
}

}  // namespace

std::optional<Times> gbrank_times(const std::vector<std::string>& lines) {
  std::optional<double> load, train;
  for (const std::string& line : lines) {
    if (!line.ends_with(" s")) continue;
    const std::string seconds = line.substr(line.rfind(", ") + 1);
    if (has(line, " rows, ")) load = number_before(seconds, " s");
    if (has(line, " trees, ")) train = number_before(seconds, " s");
  }
  return both(load, train);
}

std::optional<Times> lightgbm_times(const std::vector<std::string>& lines) {
  std::optional<double> load, train;
  for (const std::string& line : lines) {
    if (has(line, "Finished loading data")) load = number_before(line, " seconds");
    if (has(line, "finished iteration")) train = number_before(line, " seconds elapsed");
  }
  return both(load, train);
}

std::optional<Times> xgboost_times(const std::vector<std::string>& lines) {
  std::optional<double> load, train, second_round, third_round;
  for (const std::string& line : lines) {
    if (const auto x = number_after(line, "Loading data: ")) load = x;
    if (const auto x = number_after(line, "boosting round 1, ")) second_round = x;
    if (const auto x = number_after(line, "boosting round 2, ")) third_round = x;
    if (const auto x = number_after(line, "Complete Training loop time: ")) train = x;
  }
  if (load && train && second_round && third_round) {
    // Noise may make the round with the binning the shorter one.
    const double bins = std::max(0.0, *second_round - (*third_round - *second_round));
    load = *load + bins;
    train = *train - bins;
  }
  return both(load, train);
}

Shape gbrank_shape(const std::string& model) {
  const Ensemble ensemble = model_from_text(model, "the model of gbrank");
  Shape shape{ensemble.trees.size(), 0};
  for (const Tree& tree : ensemble.trees) shape.leaves += tree.leaves();
  return shape;
}

Shape lightgbm_shape(const std::string& model) {
  // The parameters at its end say "[num_leaves: 64]".
  constexpr std::string_view kLeaves = "\nnum_leaves=";
  Shape shape;
  for (std::size_t at = 0; (at = model.find(kLeaves, at)) != std::string::npos; ++shape.trees) {
    at += kLeaves.size();
    shape.leaves += std::strtoull(model.c_str() + at, nullptr, 10);
  }
  return shape;
}

Shape xgboost_shape(const std::string& dump) {
  const auto count = [&](std::string_view part) {
    std::size_t times = 0;
    for (std::size_t at = 0; (at = dump.find(part, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  return {count("booster["), count(":leaf=")};
}

}  // namespace gbrank::bench
