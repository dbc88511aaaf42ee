#include <algorithm>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"
#include "model/json_text.h"

namespace gbrank::cli {
namespace {

struct ImportanceArguments {
  std::string model;
  std::string by = "gain";
  int top = 0;
  bool json = false;
};

OptionGroups describe(ImportanceArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                        //
      ("model", po::value(&a.model)->required()->value_name("F"), "the model to look into")  //
      ("by", po::value(&a.by)->default_value(a.by)->value_name("NAME"),                      //
       "order by gain (how much the splits lowered the loss), splits (how many there are) or "
       "cover (training documents that they parted)")                    //
      ("top", po::value(&a.top)->default_value(a.top)->value_name("N"),  //
       "only the first N features, 0: all, unused ones too")             //
      ("json", po::bool_switch(&a.json), "JSON instead of tab-separated lines");
  return {group, common_options()};
}

int run(const ImportanceArguments& a, const po::variables_map&) {
  one_of("by", a.by, choices_of("by"));
  if (a.top < 0) throw UsageError(fmt::format("--top is {}, expected 0 or more", a.top));
  const Ensemble ensemble = load_model(a.model);
  std::vector<FeatureImportance> all = feature_importance(ensemble);
  std::ranges::stable_sort(all, [&](const FeatureImportance& x, const FeatureImportance& y) {
    if (a.by == "splits") return x.splits > y.splits;
    return a.by == "cover" ? x.cover > y.cover : x.gain > y.gain;
  });
  if (a.top > 0) all.resize(std::min(all.size(), static_cast<std::size_t>(a.top)));

  std::string text = a.json ? "[" : "feature\tindex\tgain\tsplits\tcover\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const FeatureImportance& f = all[i];
    const std::string& name = ensemble.feature_names[f.feature];
    text += a.json ? fmt::format(
                         "{}\n  {{\"feature\": {}, \"index\": {}, \"gain\": {}, \"splits\": {}, "
                         "\"cover\": {}}}",
                         i == 0 ? "" : ",", json_string(name), f.feature + 1, number_text(f.gain),
                         f.splits, f.cover)
                   : fmt::format("{}\t{}\t{:.6g}\t{}\t{}\n", name, f.feature + 1, f.gain, f.splits,
                                 f.cover);
  }
  fmt::print("{}{}", text, a.json ? "\n]\n" : "");
  return 0;
}

}  // namespace

Command importance_command() {
  return make_command<ImportanceArguments>(
      {"importance",
       "list the features of a model by what they contribute",
       {{"gbrank importance --model model.json --top 10", "the ten features that gain most"},
        {"gbrank importance --model model.json --by splits --json",
         "all features by number of splits, for a program"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
