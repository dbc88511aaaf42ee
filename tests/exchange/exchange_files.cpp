// Files for tests that other programs run:
//   exchange_files odd MODEL DATA                    a model with odd trees, and LETOR text for it
//   exchange_files export FORMAT MODEL DATA OUTPUT   a model in a format of another program; prints
//       the score of each row of LETOR text as our reader of that format computes it

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "exchange/format.h"
#include "exchange/odd_case.h"
#include "model/json_text.h"
#include "support/sample.h"

namespace {

using namespace gbrank;

void write_odd(const std::string& model, const std::string& data) {
  const auto [ensemble, rows] = test::odd_case(1, {.trees = 100}, 1000);
  save_model(ensemble, model);
  std::string text;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    text += "0 qid:1";
    for (std::size_t f = 0; f < rows.columns; ++f) {
      const float value = rows.row(i)[f];
      text += fmt::format(" {}:{}", f + 1, std::isnan(value) ? "nan" : number_text(value));
    }
    text += "\n";
  }
  write_file(data, text);
}

void write_export(const std::string& name, const std::string& model, const std::string& data,
                  const std::string& output) {
  const Ensemble ensemble = load_model(model);
  for (const ExchangeFormat& format : exchange_formats()) {
    if (format.name != name) continue;
    const Exported exported = format.write(ensemble, {});
    write_file(output, exported.text);
    const auto consumer = format.read(exported.text, output, ensemble.feature_names);
    for (const test::LetorRow& row : test::letor_rows(read_whole_file(data))) {
      std::vector<float> features;
      for (std::size_t f = 1; f <= ensemble.features(); ++f) {
        features.push_back(row.value(static_cast<int>(f)));
      }
      fmt::print("{}\n", consumer->score(features));
    }
    return;
  }
  throw std::runtime_error("no format " + name);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "odd") {
    write_odd(words[1], words[2]);
  } else if (words.size() == 5 && words[0] == "export") {
    write_export(words[1], words[2], words[3], words[4]);
  } else {
    return 2;
  }
}
