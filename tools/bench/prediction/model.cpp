#include "model.h"

#include <filesystem>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "command_line.h"
#include "training/data_files.h"
#include "training/process.h"

namespace gbrank::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTrainRows = 60000;

/// Training happens in another process, so that no thread of it is left in this one.
std::string trained(const PredictionOptions& options, const Files& files) {
  const std::string program = from_environment("GBRANK", GBRANK_PROGRAM);
  const std::string data = files.train + ".txt";
  const std::string model = fmt::format("{}/model-{}-{}-{}.json", options.work, options.trees,
                                        options.leaves, options.min_docs);
  if (fs::exists(model) && fs::last_write_time(model) > fs::last_write_time(program) &&
      fs::last_write_time(model) > fs::last_write_time(data)) {
    return model;
  }
  fmt::print(stderr, "training {}\n", model);
  const Finished finished =
      run({program, "fit", "--train", data, "--model", model, "--objective=lambdarank",
           "--learning-rate=0.1", "--feature-fraction=1", fmt::format("--trees={}", options.trees),
           fmt::format("--leaves={}", options.leaves),
           fmt::format("--min-docs-per-leaf={}", options.min_docs)});
  if (finished.status != 0) throw Error("the model cannot be trained\n" + last_lines(finished));
  return model;
}

}  // namespace

ModelAndData model_and_data(const PredictionOptions& options) {
  if (!options.model.empty() && !options.data.empty()) return {options.model, options.data};
  const Files files = data_files(options.work, kTrainRows);
  return {options.model.empty() ? trained(options, files) : options.model,
          options.data.empty() ? files.test + ".txt" : options.data};
}

}  // namespace gbrank::bench
