// Writes ranking data of any size in the style of MSLR-WEB, for benchmarks.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "base/file.h"
#include "base/parallel.h"
#include "letor.h"

namespace {

namespace po = boost::program_options;
using namespace gbrank::bench;

constexpr const char* kUsage =
    R"(usage: gbrank-bench-data PREFIX [--rows N] [--seed N] [--threads N]

Writes PREFIX.txt, LETOR text with 136 features and grades 0 to 4 in the style of MSLR-WEB, and the
same rows for LightGBM: PREFIX.svm without `qid:`, and PREFIX.svm.query with the number of rows of
each query. The same rows and seed give the same files; fewer rows give the beginning of the same
files, whose last query may be cut.

)";

struct Part {
  Query query;
  std::size_t rows;
};

/// Queries in order until there are enough rows; the last one is cut to fit.
std::vector<Part> plan(std::uint64_t seed, std::size_t rows) {
  std::vector<Part> parts;
  for (std::uint64_t number = 1; rows > 0; ++number) {
    const Query query = make_query(seed, number);
    parts.push_back({query, std::min(rows, static_cast<std::size_t>(query.documents))});
    rows -= parts.back().rows;
  }
  return parts;
}

void write_files(const std::string& prefix, std::size_t rows, std::uint64_t seed, int threads) {
  // So many queries are in memory at a time.
  constexpr std::size_t kBatch = 256;
  const std::vector<Part> parts = plan(seed, rows);
  gbrank::AtomicFile letor(prefix + ".txt");
  gbrank::AtomicFile plain(prefix + ".svm");
  std::string counts;
  std::vector<QueryText> texts(kBatch);
  for (std::size_t begin = 0; begin < parts.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, parts.size() - begin);
    gbrank::parallel_for(threads, count, [&](std::size_t i, int) {
      texts[i] = query_text(seed, parts[begin + i].query, parts[begin + i].rows);
    });
    for (std::size_t i = 0; i < count; ++i) {
      letor.write(texts[i].letor);
      plain.write(texts[i].plain);
      counts += fmt::format("{}\n", parts[begin + i].rows);
    }
  }
  gbrank::write_file(prefix + ".svm.query", counts);
  plain.commit();
  // The last to appear: where it is, the others are.
  letor.commit();
}

}  // namespace

int main(int argc, char** argv) {
  std::string prefix;
  std::size_t rows = 60000;
  std::uint64_t seed = 1;
  int threads = 0;
  po::options_description options("options");
  options.add_options()                                                               //
      ("rows", po::value(&rows)->default_value(rows), "how many rows")                //
      ("seed", po::value(&seed)->default_value(seed), "which queries")                //
      ("threads", po::value(&threads)->default_value(threads), "0 means every core")  //
      ("help", "this text");
  po::options_description all;
  all.add(options).add_options()("prefix", po::value(&prefix));
  try {
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(po::positional_options_description().add("prefix", 1))
                  .run(),
              given);
    po::notify(given);
    if (given.count("help") > 0) {
      fmt::print("{}", kUsage);
      options.print(std::cout);
      return 0;
    }
    if (prefix.empty()) throw po::error("PREFIX is missing");
  } catch (const po::error& error) {
    fmt::print(stderr, "gbrank-bench-data: {}\n\n{}", error.what(), kUsage);
    return 2;
  }
  try {
    write_files(prefix, rows, seed, gbrank::resolve_threads(threads));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gbrank-bench-data: {}\n", error.what());
    return 1;
  }
}
