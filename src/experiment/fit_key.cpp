#include "experiment/fit_key.h"

#include <fmt/format.h>

#include "objective/list.h"
#include "train/fit_options.h"

namespace gbrank {

std::string describe_convention(const Convention& c) {
  return fmt::format("{} gain {} discount {} no-relevant {} ties {} short-lists {} relevant {}",
                     c.name, static_cast<int>(c.gain), static_cast<int>(c.discount),
                     static_cast<int>(c.no_relevant), static_cast<int>(c.ties),
                     static_cast<int>(c.short_lists), c.relevant_label);
}

std::string fit_key(const Fold& fold, const FitOptions& options) {
  std::string key = fmt::format("gbrank {}\ndata {:016x}\nobjective {}\nseed {}\nconvention {}\n",
                                GBRANK_VERSION, fold.fingerprint, options.objective, options.seed,
                                describe_convention(options.convention));
  const auto add = [&](const OptionTexts& texts) {
    for (const auto& [name, value] : texts) key += fmt::format("{} {}\n", name, value);
  };
  add(complete_options(find_objective(options.objective), options.objective_options));
  add(describe_options(options, fold.train.binning()));
  return key;
}

}  // namespace gbrank
