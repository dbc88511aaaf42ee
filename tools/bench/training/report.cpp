#include "report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gbrank::bench {
namespace {

constexpr double kMegabyte = 1e6;

double least(const std::vector<double>& values) { return range(values).least; }

double leaves_a_tree(const Shape& shape) {
  return shape.trees == 0 ? 0.0
                          : static_cast<double>(shape.leaves) / static_cast<double>(shape.trees);
}

void print_row(const Row& row) {
  const Range train = range(row.train);
  fmt::print("{:<20}{:>8.3f}{:>9.3f}{:>18}{:>9.3f}{:>9.1f}{:>9.4f}{:>7}{:>8.1f}{:>8.2f}\n",
             row.name, least(row.load), train.least,
             fmt::format("{:.3f}-{:.3f}", train.least, train.most), least(row.whole),
             least(row.peak_bytes) / kMegabyte, row.ndcg, row.shape.trees, leaves_a_tree(row.shape),
             range(row.other_cores).most);
}

}  // namespace

std::string differences(const Row& gbrank, const Row& peer) {
  constexpr double kSameNdcg = 0.005;
  std::vector<std::string> found;
  if (peer.shape.trees != gbrank.shape.trees) {
    found.push_back(fmt::format("{} trees, not {}", peer.shape.trees, gbrank.shape.trees));
  }
  if (peer.shape.leaves * gbrank.shape.trees != gbrank.shape.leaves * peer.shape.trees) {
    found.push_back(fmt::format("{:.2f} leaves a tree, not {:.2f}", leaves_a_tree(peer.shape),
                                leaves_a_tree(gbrank.shape)));
  }
  if (std::abs(peer.ndcg - gbrank.ndcg) > kSameNdcg) {
    found.push_back(fmt::format("ndcg@10 {:+.4f}", peer.ndcg - gbrank.ndcg));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

void print_comparison(const std::vector<Row>& rows) {
  fmt::print("{:<20}{:>8}{:>9}{:>18}{:>9}{:>9}{:>9}{:>7}{:>8}{:>8}\n", "program", "load s",
             "train s", "train, all runs", "whole s", "peak MB", "ndcg@10", "trees", "leaves",
             "others");
  for (const Row& row : rows) print_row(row);
  print_disturbance(rows);
  const auto gbrank = std::ranges::find(rows, "gbrank", &Row::name);
  if (gbrank == rows.end() || rows.size() < 2) return;
  fmt::print("\n{:<20}{:>8}{:>9}{:>9}{:>9}\n", "gbrank over", "load", "train", "whole", "memory");
  for (const Row& peer : rows) {
    if (peer.name == gbrank->name) continue;
    const auto ratio = [&](std::vector<double> Row::*figure) {
      return least((*gbrank).*figure) / least(peer.*figure);
    };
    const std::string different = differences(*gbrank, peer);
    fmt::print("{:<20}{:>8.2f}{:>9.2f}{:>9.2f}{:>9.2f}{}\n", peer.name, ratio(&Row::load),
               ratio(&Row::train), ratio(&Row::whole), ratio(&Row::peak_bytes),
               different.empty() ? "" : "  not the same model: " + different);
  }
}

void print_disturbance(const std::vector<Row>& rows) {
  double most = 0;
  for (const Row& row : rows) most = std::max(most, range(row.other_cores).most);
  fmt::print("{}", disturbance(most));
}

nlohmann::ordered_json to_json(const std::vector<Row>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    list.push_back({{"program", row.name},
                    {"load_seconds", row.load},
                    {"train_seconds", row.train},
                    {"whole_seconds", row.whole},
                    {"peak_bytes", row.peak_bytes},
                    {"other_cores", row.other_cores},
                    {"ndcg@10", row.ndcg},
                    {"trees", row.shape.trees},
                    {"leaves", row.shape.leaves}});
  }
  return list;
}

}  // namespace gbrank::bench
