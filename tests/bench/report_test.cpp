#include "prediction/report.h"

#include <doctest/doctest.h>

namespace gbrank::bench {
namespace {

/// Batches of 10 and 100, so many seconds for 1000 documents.
Line line(const std::string& name, double tens, double hundreds) {
  Line line{name, "call of " + name, {{10, 100, {}}, {100, 10, {}}}};
  line.figures[0].times.add_run(std::vector{2 * tens});
  line.figures[0].times.add_run(std::vector{tens});
  line.figures[1].times.add_run(std::vector{hundreds});
  return line;
}

TEST_CASE("the table has speeds, and how many times as fast gbrank is") {
  const std::vector<Line> lines = {line("gbrank", 0.01, 0.002), line("slow", 0.04, 0.025)};
  CHECK(table_text(lines) ==
        "documents a second            10         100      us for 100\n"
        "gbrank                    100000      500000           200.0\n"
        "slow                       25000       40000          2500.0\n"
        "\n"
        "gbrank over                   10         100\n"
        "slow                        4.00       12.50\n");
  CHECK(calls_text(lines) ==
        "gbrank              call of gbrank\n"
        "slow                call of slow\n");
}

TEST_CASE("without batches of 100 and without gbrank there is less in it") {
  Line slow = line("slow", 0.04, 0.025);
  slow.figures.pop_back();
  CHECK(table_text(std::vector{slow}) ==
        "documents a second            10\n"
        "slow                       25000\n");
}

TEST_CASE("JSON has every run") {
  const auto json = to_json(std::vector{line("gbrank", 0.01, 0.002)});
  CHECK(json ==
        nlohmann::ordered_json::parse(R"([{"contender":"gbrank","call":"call of gbrank","figures":[
      {"batch":10,"batches":100,"documents_a_second":100000.0,"microseconds_a_batch":100.0,"run_seconds":[0.02,0.01]},
      {"batch":100,"batches":10,"documents_a_second":500000.0,"microseconds_a_batch":200.0,"run_seconds":[0.002]}]}])"));
}

}  // namespace
}  // namespace gbrank::bench
