#include "measure.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"

namespace gbrank::bench {
namespace {

Finished succeed(const Words& words) {
  Finished finished = run(words);
  if (finished.status != 0) {
    throw Error(fmt::format("ended with {}: {}\n{}", finished.status, fmt::join(words, " "),
                            last_lines(finished)));
  }
  return finished;
}

double test_ndcg(const Program& program, const Files& files) {
  succeed(program.predict);
  const Finished measured = succeed({gbrank_program(), "evaluate", "--data", files.test + ".txt",
                                     "--scores", program.scores, "--metric", "ndcg@10"});
  for (const std::string& line : measured.lines) {
    if (line.starts_with("ndcg@10\t")) return std::atof(line.c_str() + 8);
  }
  throw Error(fmt::format("gbrank evaluate said no ndcg@10\n{}", last_lines(measured)));
}

void measure_model(const Program& program, const Files& files, Row& row) {
  if (!program.dump.empty()) succeed(program.dump);
  row.shape = program.shape_of(read_whole_file(program.model));
  row.ndcg = test_ndcg(program, files);
}

}  // namespace

Range range(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return {least, most};
}

void fit_once(const Program& program, Row& row) {
  warm(program.train_text);
  const Finished finished = succeed(program.fit);
  const std::optional<Times> times = program.times_of(finished.lines);
  if (!times) throw Error(fmt::format("said no times\n{}", last_lines(finished)));
  row.load.push_back(times->load);
  row.train.push_back(times->train);
  row.whole.push_back(finished.seconds);
  row.peak_bytes.push_back(finished.peak_bytes);
  row.other_cores.push_back(finished.other_cores);
}

std::vector<Row> compare(const std::vector<Program>& programs, const Files& files, int runs) {
  std::vector<std::optional<Row>> rows;
  for (const Program& program : programs) {
    rows.emplace_back(Row{}).value().name = program.name;
  }
  const auto each = [&](const char* doing, const auto& work) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      if (!rows[i]) continue;
      fmt::print(stderr, "{}: {}\n", doing, programs[i].name);
      try {
        work(programs[i], *rows[i]);
      } catch (const Error& error) {
        fmt::print(stderr, "{} is left out: {}\n", programs[i].name, error.what());
        rows[i].reset();
      }
    }
  };
  for (int r = 1; r <= runs; ++r) each(fmt::format("run {} of {}", r, runs).c_str(), fit_once);
  each("test", [&](const Program& p, Row& row) { measure_model(p, files, row); });

  std::vector<Row> finished;
  for (std::optional<Row>& row : rows) {
    if (row) finished.push_back(*std::move(row));
  }
  return finished;
}

}  // namespace gbrank::bench
