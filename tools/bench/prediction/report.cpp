#include "report.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace gbrank::bench {
namespace {

/// A usual length of the lists that a search engine has a model sort.
constexpr std::size_t kList = 100;

void append_lengths(const Line& line, std::string_view title, std::string& text) {
  fmt::format_to(std::back_inserter(text), "{:<20}", title);
  for (const Figure& figure : line.figures) {
    fmt::format_to(std::back_inserter(text), "{:>12}", figure.batch);
  }
}

}  // namespace

std::string calls_text(std::span<const Line> lines) {
  std::string text;
  for (const Line& line : lines) {
    fmt::format_to(std::back_inserter(text), "{:<20}{}\n", line.name, line.call);
  }
  return text;
}

std::string table_text(std::span<const Line> lines) {
  if (lines.empty()) return {};
  const auto list = std::ranges::find(lines.front().figures, kList, &Figure::batch);
  const auto list_place = static_cast<std::size_t>(list - lines.front().figures.begin());
  const bool has_list = list != lines.front().figures.end();
  std::string text;
  const auto out = std::back_inserter(text);
  append_lengths(lines.front(), "documents a second", text);
  fmt::format_to(out, "{}\n",
                 has_list ? fmt::format("{:>16}", fmt::format("us for {}", kList)) : "");
  for (const Line& line : lines) {
    fmt::format_to(out, "{:<20}", line.name);
    for (const Figure& figure : line.figures) {
      fmt::format_to(out, "{:>12.0f}", figure.documents_a_second());
    }
    if (has_list) {
      fmt::format_to(out, "{:>16.1f}", line.figures[list_place].microseconds_a_batch());
    }
    text += '\n';
  }
  const auto gbrank = std::ranges::find(lines, "gbrank", &Line::name);
  if (gbrank == lines.end() || lines.size() < 2) return text;
  text += '\n';
  append_lengths(lines.front(), "gbrank over", text);
  text += '\n';
  for (const Line& peer : lines) {
    if (peer.name == gbrank->name) continue;
    fmt::format_to(out, "{:<20}", peer.name);
    for (std::size_t f = 0; f < peer.figures.size(); ++f) {
      fmt::format_to(
          out, "{:>12.2f}",
          gbrank->figures[f].documents_a_second() / peer.figures[f].documents_a_second());
    }
    text += '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(std::span<const Line> lines) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Line& line : lines) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (const Figure& figure : line.figures) {
      figures.push_back({{"batch", figure.batch},
                         {"batches", figure.batches},
                         {"documents_a_second", figure.documents_a_second()},
                         {"microseconds_a_batch", figure.microseconds_a_batch()},
                         {"run_seconds", figure.times.runs()}});
    }
    list.push_back({{"contender", line.name}, {"call", line.call}, {"figures", figures}});
  }
  return list;
}

}  // namespace gbrank::bench
