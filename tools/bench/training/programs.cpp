#include "programs.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "command_line.h"

namespace gbrank::bench {
namespace {

/// Whether a name can be run, by its path or from PATH.
bool can_run(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string result(const Files& files, const Settings& settings, const std::string& name,
                   const char* end) {
  return fmt::format("{}/{}-{}.{}", files.results, name, settings.objective, end);
}

Program gbrank_with(const std::string& name, const Words& more, const Settings& s,
                    const Files& files) {
  Program p;
  p.name = name;
  p.train_text = files.train + ".txt";
  p.model = result(files, s, name, "json");
  p.scores = result(files, s, name, "scores");
  // Not --quiet: the lines on standard error tell the times.
  p.fit = {gbrank_program(), "fit", "--train", p.train_text, "--model", p.model};
  for (const auto& [option, value] : {std::pair{"objective", s.objective},
                                      {"trees", fmt::to_string(s.trees)},
                                      {"leaves", fmt::to_string(s.leaves)},
                                      {"learning-rate", fmt::to_string(s.learning_rate)},
                                      {"bins", fmt::to_string(s.bins)},
                                      {"min-docs-per-leaf", fmt::to_string(s.min_docs)},
                                      {"threads", fmt::to_string(s.threads)},
                                      {"feature-fraction", std::string("1")}}) {
    p.fit.push_back(fmt::format("--{}={}", option, value));
  }
  p.fit.insert(p.fit.end(), more.begin(), more.end());
  p.predict = {gbrank_program(), "predict",           "--model",  p.model,
               "--data",         files.test + ".txt", "--output", p.scores};
  p.times_of = gbrank_times;
  p.shape_of = gbrank_shape;
  return p;
}

Program lightgbm(const std::string& name, const Words& more, const std::string& program,
                 const Settings& s, const Files& files) {
  Program p;
  p.name = name;
  // It does not know `qid:` and takes the queries from FILE.query.
  p.train_text = files.train + ".svm";
  p.model = result(files, s, name, "txt");
  p.scores = result(files, s, name, "scores");
  p.fit = {program,
           "task=train",
           "data=" + p.train_text,
           "output_model=" + p.model,
           "objective=" + s.objective,
           fmt::format("num_iterations={}", s.trees),
           fmt::format("num_leaves={}", s.leaves),
           fmt::format("learning_rate={}", s.learning_rate),
           fmt::format("max_bin={}", s.bins),
           fmt::format("min_data_in_leaf={}", s.min_docs),
           fmt::format("num_threads={}", s.threads)};
  p.fit.insert(p.fit.end(), more.begin(), more.end());
  p.predict = {program, "task=predict", fmt::format("data={}.svm", files.test),
               "input_model=" + p.model, "output_result=" + p.scores};
  p.times_of = lightgbm_times;
  p.shape_of = lightgbm_shape;
  return p;
}

/// The least sum of hessians that stands for the least number of documents, of which XGBoost knows
/// nothing. It is exact for squared errors, whose hessians are 1. A document's mean hessian under
/// rank:ndcg was 0.004 to 0.0065 in the first rounds on this data, whatever its size.
double min_child_weight(const Settings& s) {
  return s.objective == "regression" ? s.min_docs : 0.006 * s.min_docs;
}

Program xgboost(const std::string& program, const Settings& s, const Files& files) {
  Program p;
  p.name = "xgboost";
  // It knows `qid:`; version 1.7 passes over FILE.group.
  p.train_text = files.train + ".txt";
  p.model = result(files, s, p.name, "dump");
  p.scores = result(files, s, p.name, "scores");
  const std::string model = result(files, s, p.name, "json");
  // The first argument is a file of settings, which may be empty but must be there.
  p.fit = {program,
           "/dev/null",
           "task=train",
           fmt::format("data={}?format=libsvm", p.train_text),
           "model_out=" + model,
           s.objective == "regression" ? "objective=reg:squarederror" : "objective=rank:ndcg",
           "tree_method=hist",
           "grow_policy=lossguide",
           "max_depth=0",
           fmt::format("num_round={}", s.trees),
           fmt::format("max_leaves={}", s.leaves),
           fmt::format("eta={}", s.learning_rate),
           fmt::format("max_bin={}", s.bins),
           fmt::format("min_child_weight={}", min_child_weight(s)),
           "lambda=0",
           fmt::format("nthread={}", s.threads),
           "verbosity=2"};
  p.dump = {program, "/dev/null", "task=dump", "model_in=" + model, "name_dump=" + p.model};
  p.predict = {program,
               "/dev/null",
               "task=pred",
               "model_in=" + model,
               fmt::format("test:data={}.txt?format=libsvm", files.test),
               "name_pred=" + p.scores};
  p.times_of = xgboost_times;
  p.shape_of = xgboost_shape;
  return p;
}

}  // namespace

std::string gbrank_program() { return from_environment("GBRANK", GBRANK_PROGRAM); }

Program plain_gbrank(const Settings& settings, const Files& files) {
  return gbrank_with("gbrank", {}, settings, files);
}

std::vector<Program> find_programs(const Settings& settings, const Files& files, bool more) {
  std::vector<Program> programs = {plain_gbrank(settings, files)};
  if (more && settings.objective == "lambdarank") {
    programs.push_back(gbrank_with("gbrank-k30", {"--lambdarank-k=30"}, settings, files));
  }
  const std::string lightgbm_path = from_environment("LIGHTGBM", "lightgbm");
  if (can_run(lightgbm_path)) {
    const Words quantised = {"use_quantized_grad=true"};
    const Words renewed = {"use_quantized_grad=true", "num_grad_quant_bins=16",
                           "quant_train_renew_leaf=true"};
    programs.push_back(lightgbm("lightgbm", {}, lightgbm_path, settings, files));
    programs.push_back(lightgbm("lightgbm-quantised", quantised, lightgbm_path, settings, files));
    if (more) {
      programs.push_back(lightgbm("lightgbm-renewed", renewed, lightgbm_path, settings, files));
    }
  } else {
    fmt::print(stderr, "{}: not found, left out (LIGHTGBM may name it)\n", lightgbm_path);
  }
  const std::string xgboost_path = from_environment("XGBOOST", "xgboost");
  if (can_run(xgboost_path)) {
    programs.push_back(xgboost(xgboost_path, settings, files));
  } else {
    fmt::print(stderr, "{}: not found, left out (XGBOOST may name it)\n", xgboost_path);
  }
  return programs;
}

}  // namespace gbrank::bench
