#include "cli/fit_arguments.h"

#include <fmt/format.h>

#include "base/file.h"
#include "cli/arguments.h"
#include "cli/objective_options.h"
#include "data/binary_dataset.h"

namespace gbrank::cli {
namespace {

std::vector<FileArgument> input_files(const FitArguments& a) {
  std::vector<FileArgument> inputs = {
      {"train", a.train}, {"feature-names", a.feature_names}, {"query-weights", a.query_weights}};
  for (const std::string& path : a.valid) inputs.push_back({"valid", path});
  for (const std::string& path : a.test) inputs.push_back({"test", path});
  return inputs;
}

}  // namespace

po::options_description describe_trees(FitArguments& a, bool with_objective) {
  po::options_description trees("Trees");
  if (with_objective) {
    trees.add_options()("objective", with_default(a.fit.objective, "NAME"),
                        objective_help().c_str());
  }
  trees.add_options()                                              //
      ("trees", with_default(a.fit.trees, "N"), "how many trees")  //
      ("learning-rate", with_default(a.fit.learning_rate, "X"),
       "what each tree's answer is multiplied by")                                   //
      ("leaves", with_default(a.fit.tree.leaves, "N"), "the most leaves of a tree")  //
      ("max-depth", with_default(a.fit.tree.max_depth, "N"),
       "the most splits above a leaf, 0: no limit")                           //
      ("min-docs-per-leaf", with_default(a.fit.tree.min_docs_per_leaf, "N"),  //
       "the fewest documents in a leaf")                                      //
      ("min-hessian", with_default(a.fit.tree.min_hessian, "X"),
       "the least sum of hessians in a leaf, in mean hessians of a document")               //
      ("l2", with_default(a.fit.tree.l2, "X"), "added to the divisor of every leaf value")  //
      ("leaf", po::value(&a.leaf)->value_name("NAME"),                                      //
       "what a leaf answers: newton, -G/(H + l2), or mean, the mean negative gradient "
       "(default: what suits the objective, see gbrank objectives)")              //
      ("feature-fraction", with_default(a.fit.feature_fraction, "X"),             //
       "the share of features that a tree may use, drawn anew for each tree")     //
      ("query-fraction", with_default(a.fit.query_fraction, "X"),                 //
       "the share of queries that a tree learns from, drawn anew for each tree")  //
      ("bags", with_default(a.fit.bags, "N"),
       "so many models on samples of the queries, averaged into one: steadier, above all on few "
       "queries; --trees is of each")  //
      ("bag-fraction", with_default(a.fit.bag_fraction, "X"),
       "the share of queries in the sample of each, with several --bags");
  return trees;
}

OptionGroups describe_model(FitArguments& a) {
  OptionGroups groups = {describe_trees(a, true)};
  for (const po::options_description& group : describe_objective_options()) groups.push_back(group);
  return groups;
}

OptionGroups describe_fit(FitArguments& a) {
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description data(
      "Data (LETOR files, plain or gzip, - for standard input; --train and --valid also binary)");
  data.add_options()                                              //
      ("train", file(a.train)->required(), "what to learn from")  //
      ("valid", file(a.valid),                                    //
       "what to measure on each round; may be given more than once, the first one chooses the "
       "round")  //
      ("test", file(a.test),
       "what to measure the finished model on; may be given more than once, the lines then end "
       "with the file")  //
      ("query-weights", file(a.query_weights),
       "what each training query counts for, one number of 0 or more a line in the order of the "
       "data (default: 1 each)")                                                     //
      ("feature-names", file(a.feature_names), "names of the features, one a line")  //
      ("bins", with_default(a.read.bins, "N"),
       "the most bins for the values of a feature, 2 to 255");

  po::options_description output("Output");
  output.add_options()                                              //
      ("model", file(a.model)->required(), "where the model goes")  //
      ("log", file(a.log),
       "every round, tab-separated: the loss that its tree started from, what the objective "
       "traces, and the metrics after it, on the training data too")  //
      ("plot", file(a.plot),
       "the same as a picture, SVG: learning curves of each metric on training and validation "
       "data, the loss, and what the objective traces")  //
      ("quiet", po::bool_switch(&a.quiet), "no progress");

  po::options_description choice("Choosing the round");
  choice.add_options()                                    //
      ("metric", po::value(&a.metrics)->value_name("M"),  //
       fmt::format("what to measure; may be given more than once, the first one chooses the round "
                   "(default: {}). Known: {}",                     //
                   a.metrics.front(), metric_help())               //
           .c_str())                                               //
      ("early-stopping", with_default(a.fit.early_stopping, "N"),  //
       "stop after N rounds without improvement and keep the best round, 0: keep every tree");

  po::options_description running("Running");
  running.add_options()  //
      ("threads", with_default(a.fit.threads, "N"),
       "threads, 0: every core; the model does not depend on it")  //
      ("seed", with_default(a.seed, "N"), "what is random follows from it");

  OptionGroups groups = {
      data, output, describe_trees(a, true), choice, describe_convention(a.convention), running};
  for (const po::options_description& group : describe_objective_options()) groups.push_back(group);
  groups.push_back(common_options());
  return groups;
}

FitOptions model_options(const FitArguments& a, const po::variables_map& given) {
  FitOptions options = a.fit;
  options.objective_options = chosen_objective_options(options.objective, given);
  if (!a.leaf.empty()) {
    options.tree.leaf =
        one_of("leaf", a.leaf, choices_of("leaf")) == "mean" ? LeafRule::kMean : LeafRule::kNewton;
  }
  if (options.bags == 1 && !given["bag-fraction"].defaulted()) {
    throw UsageError("--bag-fraction needs --bags of 2 or more: one bag learns from all queries");
  }
  as_usage([&] { check_options(options); });
  return options;
}

FitOptions fit_options(const FitArguments& a, const po::variables_map& given) {
  FitOptions options = model_options(a, given);
  options.metrics = parse_metrics(a.metrics);
  options.convention = choose_convention(a.convention);
  options.train_metrics = measures_every_round(a);
  options.seed = checked_seed(a.seed);
  if (options.early_stopping > 0 && a.valid.empty()) {
    throw UsageError("--early-stopping needs --valid");
  }
  check_bins(a.read.bins);
  return options;
}

void check_files(const FitArguments& a) {
  const std::vector<FileArgument> inputs = input_files(a);
  check_standard_input(inputs);
  if (a.model == "-" || a.log == "-" || a.plot == "-") {
    throw UsageError("--model, --log and --plot go to files, not to -");
  }
  check_outputs(inputs, {{"model", a.model}, {"log", a.log}, {"plot", a.plot}});
  const AtomicFile model(a.model);
  if (!a.log.empty()) const AtomicFile log(a.log);
  if (!a.plot.empty()) const AtomicFile plot(a.plot);
  for (const FileArgument& input : inputs) {
    if (!input.path.empty() && input.path != "-") check_readable(input.path);
  }
  for (const std::string& path : a.test) refuse_binary_file(path);
}

}  // namespace gbrank::cli
