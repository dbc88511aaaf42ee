// Files for tests that other programs run:
//   exchange_files odd MODEL DATA             a model with odd trees, and LETOR text for it
//   exchange_files scores ONNX MODEL DATA     prints the score of each row of LETOR text as our
//       reader computes it from what a model was exported to

#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "exchange/onnx.h"
#include "support/judged_rows.h"
#include "support/random_ensemble.h"

namespace {

using namespace gbrank;

void write_odd(const std::string& model, const std::string& data) {
  const Ensemble ensemble = test::random_ensemble({.trees = 100});
  save_model(ensemble, model);
  write_file(data, test::letor_text(test::awkward_rows(ensemble, 1000, 1)));
}

void print_scores(const std::string& exported, const std::string& model, const std::string& data) {
  const std::size_t features = load_model(model).features();
  const auto consumer = read_onnx(read_whole_file(exported), exported, {});
  const test::JudgedRows rows = test::judged_rows(read_whole_file(data), features);
  for (std::size_t i = 0; i < rows.rows(); ++i) fmt::print("{}\n", consumer->score(rows.row(i)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "odd") {
    write_odd(words[1], words[2]);
  } else if (words.size() == 4 && words[0] == "scores") {
    print_scores(words[1], words[2], words[3]);
  } else {
    return 2;
  }
}
