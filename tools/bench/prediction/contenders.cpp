#include <algorithm>

#include <fmt/format.h>

#include "contender.h"
#include "exchange/format.h"

namespace gbrank::bench {

std::vector<Contender> find_contenders(const Task& task) {
  std::vector<Contender> all;
  for (const auto find : {gbrank_contenders, engine_contenders, xgboost_contenders,
                          lightgbm_contenders, compiled_contenders}) {
    if (find == engine_contenders && !task.engines) continue;
    try {
      for (Contender& contender : find(task)) all.push_back(std::move(contender));
    } catch (const NotHere& reason) {
      fmt::print(stderr, "left out: {}\n", reason.what());
    }
  }
  return all;
}

std::string exported(const Task& task, std::string_view format) {
  const auto formats = exchange_formats();
  const auto found = std::ranges::find(formats, format, &ExchangeFormat::name);
  if (found == formats.end()) {
    throw NotHere(fmt::format("{}: gbrank does not write this format", format));
  }
  Exported model;
  try {
    model = found->write(task.ensemble, {});
  } catch (const Error& error) {
    throw NotHere(fmt::format("{}: {}", format, error.what()));
  }
  if (!model.losses.empty()) {
    throw NotHere(fmt::format("{}: {}", format, model.losses.front()));
  }
  return std::move(model.text);
}

}  // namespace gbrank::bench
