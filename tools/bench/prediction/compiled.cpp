// The model as source code in C, compiled here.

#include <fmt/format.h>

#include "base/file.h"
#include "command_line.h"
#include "contender.h"
#include "shared_library.h"
#include "training/process.h"

namespace gbrank::bench {

std::vector<Contender> compiled_contenders(const Task& task) {
  const std::string source = task.folder + "/model.c";
  const std::string library = task.folder + "/model.so";
  write_file(source, exported(task, "c"));
  const std::string compiler = from_environment("CC", "cc");
  fmt::print(stderr, "compiling {}\n", source);
  const Finished finished = run({compiler, "-O2", "-shared", "-fPIC", "-o", library, source});
  if (finished.status == 127) throw NotHere(fmt::format("compiled C: {}", last_lines(finished)));
  if (finished.status != 0) throw Error("the C source cannot be compiled\n" + last_lines(finished));
  double (*const score)(const float*) = SharedLibrary(library).function("gbrank_score");
  return {{"compiled", fmt::format("the model as C, compiled by {} -O2, row after row", compiler),
           0, [score, &documents = task.documents](std::size_t first, std::span<double> scores) {
             for (std::size_t i = 0; i < scores.size(); ++i) {
               scores[i] = score(documents.row(first + i).data());
             }
           }}};
}

}  // namespace gbrank::bench
