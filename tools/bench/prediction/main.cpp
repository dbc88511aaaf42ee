// Prediction speed of gbrank beside its peers; options.cpp says what and how.

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/model_io.h"

#include "base/counted.h"
#include "base/file.h"
#include "command_line.h"
#include "contender.h"
#include "machine.h"
#include "measure.h"
#include "model.h"
#include "options.h"
#include "report.h"
#include "training/process.h"

namespace {

using namespace gbrank::bench;

std::size_t leaves_of(const gbrank::Ensemble& ensemble) {
  std::size_t leaves = 0;
  for (const gbrank::Tree& tree : ensemble.trees) leaves += tree.leaves();
  return leaves;
}

std::vector<Contender> choose_contenders(const PredictionOptions& options, const Task& task) {
  std::vector<Contender> contenders = find_contenders(task);
  std::vector<std::string> known;
  for (const Contender& contender : contenders) known.push_back(contender.name);
  check_only(options.only, known);
  std::erase_if(contenders, [&](const Contender& c) {
    return !options.only.empty() && std::ranges::find(options.only, c.name) == options.only.end();
  });
  return contenders;
}

void check_batches(const PredictionOptions& options, std::size_t documents) {
  for (const std::size_t batch : options.batches) {
    if (batch > documents) {
      throw UsageError(fmt::format("--batch: {} is more than the {} documents that are there",
                                   batch, documents));
    }
  }
}

/// Libraries with OpenMP read these when they are loaded.
void limit_openmp(int threads) {
  setenv("OMP_NUM_THREADS", fmt::to_string(threads).c_str(), 1);
  setenv("OMP_DYNAMIC", "false", 1);
}

void benchmark(const PredictionOptions& options) {
  limit_openmp(options.threads);
  const ModelAndData files = model_and_data(options);
  const gbrank::Ensemble ensemble = gbrank::load_model(files.model);
  const Documents documents =
      read_documents(files.data, ensemble, options.rows, options.missing_share);
  check_batches(options, documents.rows());
  const std::string folder = options.work + "/exports";
  std::filesystem::create_directories(folder);
  const std::vector<Contender> contenders =
      choose_contenders(options, {ensemble, documents, options.threads, folder, options.engines});
  const Expected expected = expected_scores(ensemble, documents);
  const OtherCores others;
  const std::vector<Line> lines =
      measure(contenders, expected, options.batches, options.runs, [&](std::size_t batch, int run) {
        fmt::print(stderr, "batches of {}: run {} of {}\n", batch, run, options.runs);
      });
  const double other_cores = others.so_far();
  const int threads = threads_of_this_process();

  fmt::print("{} trees, {} leaves, {} features; {} documents, {:.1f} MB; {}, {}\n",
             ensemble.trees.size(), leaves_of(ensemble), documents.features, documents.rows(),
             1e-6 * static_cast<double>(sizeof(float) * documents.values.size()),
             gbrank::counted(static_cast<std::size_t>(options.threads), "thread"),
             gbrank::counted(static_cast<std::size_t>(options.runs), "run"));
  fmt::print("a document passes {:.0f} nodes of trees in the mean\n", expected.nodes);
  fmt::print("{}, {}\n\n{}\n{}", processor_name(), instruction_set(), calls_text(lines),
             table_text(lines));
  if (options.threads == 1 && threads > 1) {
    fmt::print("this process has {} threads: a contender does not keep to one\n", threads);
  }
  fmt::print("{}", disturbance(other_cores));
  if (options.json.empty()) return;
  const nlohmann::ordered_json json = {
      {"processor", processor_name()},      {"instruction_set", instruction_set()},
      {"trees", ensemble.trees.size()},     {"leaves", leaves_of(ensemble)},
      {"nodes_a_document", expected.nodes}, {"features", documents.features},
      {"documents", documents.rows()},      {"missing_share", options.missing_share},
      {"threads", options.threads},         {"process_threads", threads},
      {"other_cores", other_cores},         {"contenders", to_json(lines)}};
  gbrank::write_file(options.json, json.dump(2) + "\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const PredictionOptions options = parse_prediction_options(argc, argv);
    if (options.help) {
      fmt::print("{}", prediction_help());
      return 0;
    }
    benchmark(options);
    return 0;
  } catch (const UsageError& error) {
    fmt::print(stderr, "predict: {}; --help tells more\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "predict: {}\n", error.what());
    return 1;
  }
}
