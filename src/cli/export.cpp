#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "cli/arguments.h"
#include "cli/unknown_features.h"
#include "cli/verification_report.h"
#include "exchange/format.h"
#include "exchange/shift.h"
#include "exchange/verify.h"

namespace gbrank::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string format;
  std::string output;
  std::string name;
  std::string store;
  bool shift_positive = false;
  bool lossy = false;
  std::string verify;
  std::string data;
  double tolerance = 0;
  int threads = 0;

  bool verifies() const { return !verify.empty() || !data.empty(); }
};

std::string format_help() {
  std::string text = "who is to take the model:";
  for (const ExchangeFormat& format : exchange_formats()) {
    text += fmt::format(" {} ({});", format.name, format.readers);
  }
  text.pop_back();
  return text;
}

OptionGroups describe(ExportArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                         //
      ("model", po::value(&a.model)->required()->value_name("F"), "the model")                //
      ("format", po::value(&a.format)->required()->value_name("NAME"),                        //
       format_help().c_str())                                                                 //
      ("output", po::value(&a.output)->value_name("F"), "a file instead of standard output")  //
      ("name", po::value(&a.name)->value_name("NAME"),                                        //
       "what the file calls the model: in C the function (default: gbrank_score), in Solr the "
       "model "
       "(default: gbrank)")                                                                 //
      ("store", po::value(&a.store)->value_name("NAME"),                                    //
       "Solr's feature store (default: Solr's own)")                                        //
      ("shift-positive", po::bool_switch(&a.shift_positive),                                //
       "add to every score what makes the lowest possible one 0 or more; the order stays")  //
      ("lossy", po::bool_switch(&a.lossy),                                                  //
       "write also what will not rank as the model does, with a warning");
  po::options_description verification("Verification");
  verification.add_options()                             //
      ("verify", po::value(&a.verify)->value_name("F"),  //
       "LETOR file, - for standard input: score it as the reader of the export would, tell on "
       "standard error how scores and order differ from the model's, and write nothing and exit "
       "with "
       "1 where any two documents of a query change their order")  //
      ("data", po::value(&a.data)->value_name("F"), "the same")    //
      ("tolerance", with_default(a.tolerance, "X"),
       "accept changes of order between documents whose scores the model has at most this far "
       "apart: float32 cannot keep all of them apart")                               //
      ("threads", po::value(&a.threads)->default_value(a.threads)->value_name("N"),  //
       "threads of the verification, 0: every core");
  return {group, verification, common_options()};
}

const ExchangeFormat& find_format(const std::string& name) {
  one_of("format", name, choices_of("format", "export"));
  return *std::ranges::find(exchange_formats(), name, &ExchangeFormat::name);
}

/// Throws UsageError for options that do not go together, before anything is read.
void check_arguments(const ExportArguments& a, const ExchangeFormat& format,
                     const po::variables_map& given) {
  check_threads(a.threads);
  if (!std::isfinite(a.tolerance) || a.tolerance < 0) {
    throw UsageError(fmt::format("--tolerance is {}, expected 0 or more", a.tolerance));
  }
  if (!given["tolerance"].defaulted() && !a.verifies()) {
    throw UsageError("--tolerance needs --verify");
  }
  if (!a.verify.empty() && !a.data.empty()) {
    throw UsageError("--verify and --data are the same; give one of them");
  }
  if (!a.name.empty() && format.default_name.empty()) {
    throw UsageError(fmt::format("--name: {} gives the model no name", format.name));
  }
  if (!a.store.empty() && format.name != "solr") {
    throw UsageError(fmt::format("--store is for --format solr, the format is {}", format.name));
  }
  check_outputs({{"model", a.model}, {"verify", a.verify}, {"data", a.data}},
                {{"output", a.output}});
}

/// Tells what the format cannot hold; throws Error unless that is accepted.
void tell_losses(const ExportArguments& a, const std::vector<std::string>& losses) {
  for (const std::string& loss : losses) {
    fmt::print(stderr, "gbrank: {}{} as {}: {}\n", a.lossy ? "warning: " : "", a.model, a.format,
               loss);
  }
  if (losses.empty() || a.lossy) return;
  throw Error(
      fmt::format("{} cannot be {} without loss; another format may hold it, and --lossy writes it "
                  "all the same",
                  a.model, a.format));
}

/// Scores data with the text as its reader would. Whether the order is the same; if it is not and
/// the text is not to be written then, throws Error.
bool verify_text(const ExportArguments& a, const ExchangeFormat& format, const Ensemble& ensemble,
                 const std::string& text, double shift) {
  TextStream data(a.verify.empty() ? a.data : a.verify);
  const std::unique_ptr<Consumer> consumer =
      format.read(text, "the export", ensemble.feature_names);
  TextScorer scorer(ensemble, a.threads);
  const Verification result = verify(data, ensemble, scorer, *consumer, shift, a.threads);
  fmt::print(stderr, "{}", verification_report(data.name(), result));
  warn_of_unknown_features(scorer.largest_index(), ensemble, data.name());
  if (result.same_order(a.tolerance)) return true;
  const std::string message =
      fmt::format("{} ranks {} in another order than {}", a.format, data.name(), a.model);
  if (!a.lossy) {
    throw Error(message + "; --tolerance accepts changes between near scores, --lossy all of them");
  }
  fmt::print(stderr, "gbrank: warning: {}\n", message);
  return false;
}

int run(const ExportArguments& a, const po::variables_map& given) {
  const ExchangeFormat& format = find_format(a.format);
  check_arguments(a, format, given);
  const Ensemble ensemble = load_model(a.model);
  std::optional<AtomicFile> file;  // opened now: what cannot be written is told before the work
  if (!a.output.empty() && a.output != "-") file.emplace(a.output);

  const double shift = a.shift_positive ? positive_shift(ensemble) : 0;
  Exported exported;
  try {
    exported = format.write(ensemble, {shift, a.name, a.store});
  } catch (const OptionError& error) {
    throw UsageError(fmt::format("--{}", error.what()));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", a.model, error.what()));
  }
  tell_losses(a, exported.losses);
  const bool same_order = !a.verifies() || verify_text(a, format, ensemble, exported.text, shift);
  if (file) {
    file->write(exported.text);
    file->commit();
  } else {
    write_output("-", exported.text);
  }
  return same_order ? 0 : 1;
}

}  // namespace

Command export_command() {
  return make_command<ExportArguments>(
      {"export",
       "write a model for other programs, and prove that they rank the same",
       {{"gbrank export --model model.json --format xgboost-dump --output es.json --verify "
         "test.txt",
         "for Elasticsearch LTR; test.txt must be ranked as gbrank ranks it"},
        {"gbrank export --model model.json --format c --name rank > rank.c",
         "a C function double rank(const float *features)"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
