#include "situations.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data_files.h"
#include "report.h"

namespace gbrank::bench {
namespace {

double least(const std::vector<double>& values) { return range(values).least; }

/// One thread and all, for what both are compared.
std::set<int> one_and_all(int threads) { return {1, threads}; }

/// The same program alone and beside another.
struct Pair {
  Row alone;
  Row busy;
};

Pair print_alone_and_busy(const Program& program, int threads, int runs) {
  Row alone, busy;
  alone.name = busy.name = program.name;
  for (int r = 1; r <= runs; ++r) {
    fmt::print(stderr, "busy, run {} of {}: {}, {} threads\n", r, runs, program.name, threads);
    fit_once(program, alone);
    const Spinner spinner;
    fit_once(program, busy);
  }
  const double cores = std::max(1U, std::thread::hardware_concurrency());
  const Range slowed = range(busy.train);
  fmt::print("{:<20}{:>8}{:>10.3f}{:>10.3f}{:>18}{:>8.2f}{:>12.2f}\n", program.name, threads,
             least(alone.train), slowed.least,
             fmt::format("{:.3f}-{:.3f}", slowed.least, slowed.most),
             slowed.least / least(alone.train), std::max(1.0, (threads + 1) / cores));
  return {alone, busy};
}

}  // namespace

nlohmann::ordered_json print_busy(const Options& options, const Settings& settings) {
  const Files files = data_files(options.work, options.rows);
  fmt::print("\ntraining while another process spins on one core ({}, {} rows)\n",
             settings.objective, options.rows);
  fmt::print("{:<20}{:>8}{:>10}{:>10}{:>18}{:>8}{:>12}\n", "program", "threads", "alone s",
             "busy s", "busy, all runs", "times", "fair share");
  std::vector<Row> alone;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  const auto show = [&](const Program& program, int threads) {
    try {
      const Pair pair = print_alone_and_busy(program, threads, options.runs);
      alone.push_back(pair.alone);
      json.push_back({{"program", program.name},
                      {"threads", threads},
                      {"alone_train_seconds", pair.alone.train},
                      {"busy_train_seconds", pair.busy.train}});
    } catch (const Error& error) {
      fmt::print(stderr, "{} is left out: {}\n", program.name, error.what());
    }
  };
  for (const int threads : one_and_all(settings.threads)) {
    Settings s = settings;
    s.threads = threads;
    if (wanted(options, "gbrank")) show(plain_gbrank(s, files), threads);
  }
  for (const Program& program : find_programs(settings, files, false)) {
    if (program.name != "gbrank" && wanted(options, program.name)) show(program, settings.threads);
  }
  print_disturbance(alone);
  return json;
}

nlohmann::ordered_json print_scaling(const Options& options, const Settings& settings) {
  fmt::print("\ngbrank by rows and threads ({}; bytes a row: of the peak, and of each row more)\n",
             settings.objective);
  fmt::print("{:>10}{:>9}{:>10}{:>18}{:>12}{:>10}{:>13}{:>11}\n", "rows", "threads", "train s",
             "train, all runs", "speed-up", "peak MB", "bytes a row", "row more");
  std::vector<Row> all;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  double rows_before = 0;
  std::map<int, double> peak_before;  // by threads
  for (const std::size_t size : options.sizes) {
    const Files files = data_files(options.work, size);
    const auto rows = static_cast<double>(size);
    double one_thread = 0;
    for (const int threads : one_and_all(settings.threads)) {
      Settings s = settings;
      s.threads = threads;
      Row row;
      for (int r = 1; r <= options.runs; ++r) {
        fmt::print(stderr, "scaling, run {} of {}: {} rows, {} threads\n", r, options.runs, size,
                   threads);
        fit_once(plain_gbrank(s, files), row);
      }
      const Range train = range(row.train);
      if (threads == 1) one_thread = train.least;
      const double peak = least(row.peak_bytes);
      fmt::print("{:>10}{:>9}{:>10.3f}{:>18}{:>12.2f}{:>10.1f}{:>13.1f}{:>11}\n", size, threads,
                 train.least, fmt::format("{:.3f}-{:.3f}", train.least, train.most),
                 one_thread / train.least, peak / 1e6, peak / rows,
                 rows_before == 0
                     ? "-"
                     : fmt::format("{:.1f}", (peak - peak_before[threads]) / (rows - rows_before)));
      all.push_back(row);
      json.push_back({{"rows", size},
                      {"threads", threads},
                      {"train_seconds", row.train},
                      {"peak_bytes", row.peak_bytes}});
      peak_before[threads] = peak;
    }
    rows_before = rows;
  }
  print_disturbance(all);
  return json;
}

}  // namespace gbrank::bench
