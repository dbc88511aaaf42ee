#include "options.h"

#include <sstream>

#include <fmt/format.h>

#include "command_line.h"

namespace gbrank::bench {
namespace {

namespace po = boost::program_options;

/// What is text on the command line and more than text in the options.
struct Texts {
  std::string rows = "20k";
  std::string batches = "1,10,100,10k";
  std::string only;
};

po::options_description describe(PredictionOptions& o, Texts& t) {
  const auto number = [](auto& to) { return po::value(&to)->default_value(to)->value_name("N"); };
  const auto list = [](std::string& to) {
    return po::value(&to)->default_value(to)->value_name("LIST");
  };
  po::options_description options("options");
  options.add_options()  //
      ("model", po::value(&o.model)->value_name("F"),
       "a model of gbrank (default: one is trained on made data)")                                //
      ("data", po::value(&o.data)->value_name("F"), "LETOR text (default: made data)")            //
      ("trees", number(o.trees), "of the model that is trained")                                  //
      ("leaves", number(o.leaves), "of each of its trees")                                        //
      ("min-docs", number(o.min_docs), "the fewest documents in a leaf; more, evener trees")      //
      ("rows", po::value(&t.rows)->default_value(t.rows)->value_name("N"), "documents to score")  //
      ("missing-share", po::value(&o.missing_share)->default_value(0, "0")->value_name("X"),
       "the share of values, drawn at random, that become missing")                         //
      ("batch", list(t.batches), "documents of a batch, a column of the table each")        //
      ("threads", number(o.threads), "of every contender that can use several")             //
      ("runs", number(o.runs), "of each contender, by turns")                               //
      ("engines", po::bool_switch(&o.engines), "also each of gbrank's engines by itself")   //
      ("only", po::value(&t.only)->value_name("NAMES"), "lines of the table, with commas")  //
      ("work", po::value(&o.work)->value_name("DIR"),
       "where data and models are kept (default: gbrank-bench under TMPDIR)")               //
      ("json", po::value(&o.json)->value_name("F"), "every figure and every run, as JSON")  //
      ("help", po::bool_switch(&o.help), "this text");
  return options;
}

void check(PredictionOptions& o, const Texts& t, bool model_shape_by_default) {
  constexpr int kMany = 1 << 16;
  check_range("--trees", o.trees, 1, kMany);
  check_range("--leaves", o.leaves, 2, kMany);
  check_range("--min-docs", o.min_docs, 1, kMany);
  check_range("--threads", o.threads, 1, 4096);
  check_range("--runs", o.runs, 1, kMany);
  if (!(o.missing_share >= 0 && o.missing_share <= 1)) {
    throw UsageError(fmt::format("--missing-share is {}, expected 0 to 1", o.missing_share));
  }
  if (!o.model.empty() && !model_shape_by_default) {
    throw UsageError(
        "--trees, --leaves and --min-docs are of a model that is trained, not of --model");
  }
  o.rows = parse_rows(t.rows);
  for (const std::string& batch : parse_list(t.batches)) o.batches.push_back(parse_rows(batch));
  if (o.batches.empty()) throw UsageError("--batch: a length is missing");
  o.only = parse_list(t.only);
  if (o.work.empty()) o.work = default_work_folder();
}

}  // namespace

PredictionOptions parse_prediction_options(int argc, char** argv) {
  PredictionOptions options;
  Texts texts;
  const po::variables_map given = parse_words(argc, argv, describe(options, texts));
  if (!options.help) {
    const auto by_default = [&](const char* name) { return given[name].defaulted(); };
    check(options, texts, by_default("trees") && by_default("leaves") && by_default("min-docs"));
  }
  return options;
}

std::string prediction_help() {
  PredictionOptions options;
  Texts texts;
  std::ostringstream text;
  text << R"(usage: tools/bench/predict [options]

Documents a second of gbrank beside XGBoost and LightGBM, their C APIs, with the same model: gbrank
writes it for each of them. XGBOOST_LIBRARY and LIGHTGBM_LIBRARY name their libraries (default:
libxgboost.so.0 and lib_lightgbm.so where the loader finds them); what is not there is left out. The
made data is in the style of MSLR-WEB, 136 features: 60,000 rows for training, others to score.

The documents stand in memory as float32, row after row, and every contender is given them as they
are: what it makes of them first, a DMatrix for example, is part of its time. Each of its scores is
checked against the reference before, in batches of every length: gbrank's must be the same bits,
others within what their own rounding explains.

Batches go through the documents from the first to the last, so that one is read again only when all
others have been: rows come from the third level of the cache or from memory, and the model is where
it stays by itself. Contenders take turns, all documents a turn. At least 100 documents, or a batch,
are timed together; a figure is the sum of the least times of these stretches over all runs.

)" << describe(options, texts);
  return text.str();
}

}  // namespace gbrank::bench
