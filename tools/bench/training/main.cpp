// Training speed and memory of gbrank beside its peers; options.cpp says what and how.

#include <unistd.h>

#include <string_view>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/file.h"
#include "command_line.h"
#include "data_files.h"
#include "options.h"
#include "report.h"
#include "situations.h"

namespace {

using namespace gbrank::bench;

std::vector<Program> choose_programs(const Options& options, const Settings& settings,
                                     const Files& files) {
  std::vector<Program> programs = find_programs(settings, files, options.more);
  // A name that only some objectives have is no mistake, and the first has them all.
  if (settings.objective == options.objectives.front()) {
    std::vector<std::string> known;
    for (const Program& program : programs) known.push_back(program.name);
    check_only(options.only, known);
  }
  std::erase_if(programs, [&](const Program& p) { return !wanted(options, p.name); });
  return programs;
}

/// All programs inherit these, and they change a lot.
void print_openmp_settings() {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (text.starts_with("OMP_") || text.starts_with("GOMP_")) fmt::print("with {}\n", text);
  }
}

void benchmark(const Options& options) {
  fmt::print(stderr, "data, models and scores are kept in {}\n", options.work);
  print_openmp_settings();
  const Files files = data_files(options.work, options.rows);
  nlohmann::ordered_json json;
  for (const std::string& objective : options.objectives) {
    Settings settings = options.settings;
    settings.objective = objective;
    const std::vector<Row> rows =
        compare(choose_programs(options, settings, files), files, options.runs);
    if (rows.empty()) throw gbrank::Error("no program could be measured");
    fmt::print(
        "{}{}: {} rows, {} trees of {} leaves, learning rate {}, {} bins, {} documents in a leaf, "
        "{} threads, {} runs\n",
        objective == options.objectives.front() ? "" : "\n", objective, options.rows,
        settings.trees, settings.leaves, settings.learning_rate, settings.bins, settings.min_docs,
        settings.threads, options.runs);
    print_comparison(rows);
    nlohmann::ordered_json figures = {
        {"objective", objective}, {"rows", options.rows}, {"programs", to_json(rows)}};
    if (options.busy) figures["busy"] = print_busy(options, settings);
    if (options.scaling) figures["scaling"] = print_scaling(options, settings);
    std::fflush(stdout);
    json.push_back(std::move(figures));
  }
  if (!options.json.empty()) gbrank::write_file(options.json, json.dump(2) + "\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    if (options.help) {
      fmt::print("{}", help_text());
      return 0;
    }
    benchmark(options);
    return 0;
  } catch (const UsageError& error) {
    fmt::print(stderr, "train: {}; --help tells more\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "train: {}\n", error.what());
    return 1;
  }
}
