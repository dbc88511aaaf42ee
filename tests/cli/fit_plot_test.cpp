#include <filesystem>

#include "cli/picture.h"

namespace gbrank::test {

TEST_CASE("fit --plot draws metrics, loss and what the objective traces, and changes no model") {
  const TemporaryFolder folder;
  const std::string plot = folder.path("plot.svg");
  const Words fit = small_fit(folder.path("m.json"), "reg-shf-sdcg") +
                    Words{"--valid", sample().valid_gz, "--metric", "ndcg@5", "--metric", "map"};
  succeed(fit);
  const std::string model = read_file(folder.path("m.json"));
  const Run run = succeed(fit + Words{"--plot", plot});
  CHECK(run.out.empty());
  CHECK(run.err.empty());
  CHECK(read_file(folder.path("m.json")) == model);

  const XmlElement svg = picture(plot);
  CHECK(texts_of(svg, "text", "panel") == Words{"ndcg@5 after each round", "map after each round",
                                                "training loss before each round",
                                                "tau in each round", "width in each round"});
  CHECK(says(svg, "Learning curves of reg-shf-sdcg"));
  CHECK(has(svg.children[1].text, "learning-rate 0.1"));
  CHECK(curves(svg, "dashed") == 2);            // training data in both metrics
  CHECK(curves(svg, "line") == 2 + 2 + 1 + 2);  // validation, loss, tau and width beside these
  CHECK(all_of(svg, "path", "rule").size() == 2);
  const std::string bytes = read_file(plot);
  succeed(fit + Words{"--plot", plot, "--threads", "2"});
  CHECK(read_file(plot) == bytes);
}

TEST_CASE("the plot marks the best round that the log has, or the one that was kept") {
  const TemporaryFolder folder;
  const std::string plot = folder.path("plot.svg");
  const std::string log = folder.path("log.tsv");
  const Words fit = small_fit(folder.path("m.json")) +
                    Words{"--valid", sample().valid_gz, "--plot", plot, "--log", log};
  succeed(fit);
  const auto lines = table(read_file(log));
  std::size_t best = 1;
  for (std::size_t round = 2; round < lines.size(); ++round) {
    if (std::stod(lines[round].back()) > std::stod(lines[best].back())) best = round;
  }
  CHECK(says(picture(plot), fmt::format("round {}, best ndcg@10", best)));
  succeed(fit + Words{"--early-stopping", "20"});
  CHECK(says(picture(plot), fmt::format("round {}, kept", best)));
}

TEST_CASE("fit --plot without validation data, and with several sets and bags") {
  const TemporaryFolder folder;
  const std::string plot = folder.path("plot.svg");
  succeed(small_fit(folder.path("m.json")) + Words{"--plot", plot});
  const XmlElement alone = picture(plot);
  CHECK(curves(alone, "dashed") == 1);
  CHECK(curves(alone, "line") == 2);
  CHECK(all_of(alone, "path", "rule").empty());
  succeed(small_fit(folder.path("m.json")) + Words{"--plot", plot, "--valid", sample().valid_gz,
                                                   "--valid", sample().test_gz, "--bags", "2"});
  const XmlElement several = picture(plot);
  CHECK(says(several, "validation data 1, S4.txt.gz"));
  CHECK(says(several, "validation data 2, S5.txt.gz"));
  CHECK(curves(several, "line") == 4);
  CHECK(has(several.children[1].text, "bags 2"));
}

TEST_CASE("a fit that learns nothing still makes a picture") {
  const TemporaryFolder folder;
  const std::string plot = folder.path("plot.svg");
  succeed({"fit", "--train", "-", "--model", folder.path("m.json"), "--plot", plot},
          "1 qid:1 1:1\n1 qid:1 1:2\n");
  CHECK(says(picture(plot), "Learning curves of lambdarank"));
}

TEST_CASE("a plot of a fit that cannot be written is said before the data is read") {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path("no-such-folder/plot.svg");
  fail(1, {"fit", "--train", "no-such-file", "--model", folder.path("m"), "--plot", nowhere},
       nowhere + ": cannot be written");
  CHECK(std::filesystem::is_empty(folder.path("")));
}

}  // namespace gbrank::test
