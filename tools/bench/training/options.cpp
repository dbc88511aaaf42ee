#include "options.h"

#include <algorithm>
#include <sstream>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "command_line.h"

namespace gbrank::bench {
namespace {

namespace po = boost::program_options;

/// What is text on the command line and more than text in Options.
struct Texts {
  std::string rows = "240k";
  std::string objective;
  std::string only;
  std::string sizes = "60k,240k,1M";
};

po::options_description describe(Options& o, Texts& t) {
  const auto number = [](auto& to) { return po::value(&to)->default_value(to)->value_name("N"); };
  po::options_description options("options");
  options.add_options()  //
      ("objective", po::value(&t.objective)->value_name("NAME"),
       "lambdarank or regression (default: one after the other)")                     //
      ("threads", number(o.settings.threads), "threads of every program")             //
      ("runs", number(o.runs), "of each program, by turns; 3 or more are advisable")  //
      ("trees", number(o.settings.trees), "of a model")                               //
      ("leaves", number(o.settings.leaves), "of a tree")                              //
      ("learning-rate",
       po::value(&o.settings.learning_rate)->default_value(0.1, "0.1")->value_name("X"),
       "what each tree counts for")                                                //
      ("bins", number(o.settings.bins), "of a feature, 2 to 255")                  //
      ("min-docs", number(o.settings.min_docs), "the fewest documents in a leaf")  //
      ("work", po::value(&o.work)->value_name("DIR"),
       "where data, models and scores are kept (default: gbrank-bench under TMPDIR)")          //
      ("only", po::value(&t.only)->value_name("NAMES"), "programs of the table, with commas")  //
      ("more", po::bool_switch(&o.more),
       "also gbrank-k30, with pairs of the first 30 documents as LightGBM's, and "
       "lightgbm-renewed, with gradients of 16 levels and renewed leaves")  //
      ("busy", po::bool_switch(&o.busy),
       "also how much slower gbrank (1 thread and all) and the peers are while another process "
       "spins on one core")  //
      ("scaling", po::bool_switch(&o.scaling),
       "also gbrank with 1 thread and all, on data of several sizes")  //
      ("sizes", po::value(&t.sizes)->default_value(t.sizes)->value_name("LIST"),
       "the sizes of --scaling")                                                           //
      ("json", po::value(&o.json)->value_name("F"), "every figure of every run, as JSON")  //
      ("help", po::bool_switch(&o.help), "this text");
  return options;
}

void check(Options& o, const Texts& t, bool sizes_by_default) {
  o.rows = parse_rows(t.rows);
  o.sizes.clear();
  for (const std::string& size : parse_list(t.sizes)) o.sizes.push_back(parse_rows(size));
  o.only = parse_list(t.only);
  if (!t.objective.empty()) o.objectives = {t.objective};
  if (o.objectives.front() != "lambdarank" && o.objectives.front() != "regression") {
    throw UsageError(fmt::format("--objective: '{}' is neither lambdarank nor regression",
                                 o.objectives.front()));
  }
  if (o.runs < 1) throw UsageError("--runs: at least 1 is needed");
  constexpr int kMany = 1 << 16;
  check_range("--threads", o.settings.threads, 1, 4096);
  check_range("--trees", o.settings.trees, 1, kMany);
  check_range("--leaves", o.settings.leaves, 2, kMany);
  check_range("--bins", o.settings.bins, 2, 255);
  check_range("--min-docs", o.settings.min_docs, 1, kMany);
  if (!o.scaling && !sizes_by_default)
    throw UsageError("--sizes is of --scaling, which is missing");
  if (o.work.empty()) o.work = default_work_folder();
}

}  // namespace

bool wanted(const Options& options, const std::string& program) {
  return options.only.empty() || std::ranges::find(options.only, program) != options.only.end();
}

Options parse_options(int argc, char** argv) {
  Options options;
  Texts texts;
  po::options_description all;
  all.add(describe(options, texts)).add_options()("rows", po::value(&texts.rows));
  const po::variables_map given = parse_words(argc, argv, all, "rows");
  if (!options.help) check(options, texts, given["sizes"].defaulted());
  return options;
}

std::string help_text() {
  Options options;
  Texts texts;
  std::ostringstream text;
  text << R"(usage: tools/bench/train [ROWS] [options]

Training speed and memory of gbrank beside LightGBM (LIGHTGBM names it, or `lightgbm` on PATH) and
XGBoost 1.7 (XGBOOST, or `xgboost`), on made data in the style of MSLR-WEB: 136 features, about 120
documents a query. ROWS is 60k, 240k (the default), 1M or any number. All get the same settings: no
sampling of rows or features, no L2. Figures are the least of the runs. Load and train are what each
program tells of itself; whole is from start to end; the peak is of resident memory, in which pages
of mapped files count. XGBoost's bins, made in its first round, count as loading; it has no least
number of documents: min_child_weight is that number for regression and 0.006 times it for
lambdarank, about as many mean hessians. Others are the cores that the rest of the machine took
during the busiest run: comparisons want a machine that does nothing else. Two models are not called
the same where trees or leaves differ, or NDCG@10 by more than 0.005: their times then say less.

)" << describe(options, texts);
  return text.str();
}

}  // namespace gbrank::bench
