#include <filesystem>
#include <fstream>

#include "gbrank/objectives.h"

#include "cli/program.h"

namespace gbrank::test {
namespace {

/// The sample as binary files, made once.
struct Converted {
  std::string train = sample().folder.path("train.gbd");
  std::string valid = sample().folder.path("valid.gbd");

  Converted() {
    succeed({"convert", "--data", sample().train_gz, "--output", train});
    succeed({"convert", "--data", sample().valid_gz, "--bins-from", train, "--output", valid});
  }
};

const Converted& converted() {
  static const Converted files;
  return files;
}

/// The bytes of a model.
std::string fitted(const Words& more, std::string_view input = {}) {
  const std::string path = sample().folder.path("converted.json");
  succeed(Words{"fit", "--model", path, "--trees", "8", "--quiet"} + more, input);
  return read_file(path);
}

}  // namespace

TEST_CASE("convert says what it wrote") {
  const std::string path = sample().folder.path("said.gbd");
  const Run run = succeed({"convert", "--data", sample().train, "--output", path});
  CHECK(run.out == "");
  CHECK(run.err ==
        path + ": 7893 rows, 60 queries, 45 features; 45 features with bins, in 45 bytes a row\n");
}

TEST_CASE("the binary file is the same from plain text, gzip and standard input, for any threads") {
  const std::string expected = read_file(converted().train);
  const std::string path = sample().folder.path("again.gbd");
  for (const std::string threads : {"1", "2", "3"}) {
    for (const std::string& data : {sample().train, sample().train_gz, std::string("-")}) {
      succeed({"convert", "--data", data, "--output", path, "--threads", threads},
              data == "-" ? sample().train_text : "");
      CHECK((read_file(path) == expected));
    }
  }
}

TEST_CASE("every objective learns the same model from the binary files as from the text") {
  for (const ObjectiveInfo& objective : objectives()) {
    CAPTURE(objective.name);
    const Words options = {"--objective", objective.name, "--early-stopping", "3"};
    const std::string from_text =
        fitted(Words{"--train", sample().train_gz, "--valid", sample().valid_gz} + options);
    for (const std::string threads : {"1", "3"}) {
      CHECK((fitted(Words{"--train", converted().train, "--valid", converted().valid, "--threads",
                          threads} +
                    options) == from_text));
    }
    // Either may be text.
    CHECK((fitted(Words{"--train", sample().train, "--valid", converted().valid} + options) ==
           from_text));
    CHECK((fitted(Words{"--train", converted().train, "--valid", sample().valid_gz} + options) ==
           from_text));
  }
}

TEST_CASE("what a file is shows in its content, whatever its name and wherever it comes from") {
  const std::string expected = fitted({"--train", sample().train});
  const std::string bytes = read_file(converted().train);
  CHECK((fitted({"--train", sample().folder.write("binary.txt", bytes)}) == expected));
  CHECK((fitted({"--train", "-"}, bytes) == expected));
  CHECK((fitted({"--train", sample().folder.write("text.gbd", sample().train_text)}) == expected));
}

TEST_CASE("the number of bins is that of the binary file, and --bins may only agree") {
  const TemporaryFolder folder;
  const std::string path = folder.path("train.gbd");
  succeed({"convert", "--data", sample().train, "--output", path, "--bins", "16"});
  const std::string expected = fitted({"--train", sample().train, "--bins", "16"});
  CHECK((fitted({"--train", path}) == expected));
  CHECK((fitted({"--train", path, "--bins", "16"}) == expected));
  const std::string message = path + ": was converted with --bins 16, and --bins is 255; leave it ";
  fail(1, {"fit", "--train", path, "--bins", "255", "--model", folder.path("m"), "--quiet"},
       message);
  const Words convert = {"convert",     "--data", sample().test_gz, "--output", folder.path("v"),
                         "--bins-from", path};
  fail(1, convert + Words{"--bins", "255"}, message);
  succeed(convert);
  // Bins of data with other features: no mistake, but worth saying.
  const std::string one = folder.write("one.txt", "0 qid:1 1:1\n");
  CHECK(
      succeed({"convert", "--data", one, "--output", folder.path("o"), "--bins-from", path}).err ==
      folder.path("o") +
          ": 1 row, 1 query, 1 feature (the data of the bins has 45); 45 features "
          "with bins, in 44 bytes a row\n");
  // The bins of a text are those that a fit with these options would have.
  const std::string valid = read_file(folder.path("v"));
  succeed({"convert", "--data", sample().test_gz, "--output", folder.path("v"), "--bins-from",
           sample().train_gz, "--bins", "16"});
  CHECK((read_file(folder.path("v")) == valid));
}

TEST_CASE("validation data with bins of its own are refused, and the remedy said") {
  const TemporaryFolder folder;
  const std::string valid = folder.path("valid.gbd");
  succeed({"convert", "--data", sample().valid_gz, "--output", valid});
  for (const std::string& train : {sample().train, converted().train}) {
    fail(1, {"fit", "--train", train, "--valid", valid, "--model", folder.path("m"), "--quiet"},
         valid +
             ": has other bins than the data it is to be used with; convert its text again "
             "with --bins-from and that data");
  }
}

TEST_CASE("commands that need values refuse a binary file") {
  const TemporaryFolder folder;
  const std::string& data = converted().train;
  const std::string message = data + ": is a binary dataset, which has bins in the place of values";
  const std::string scores = folder.write("scores.txt", "1\n");
  fail(1, {"predict", "--model", small_model(), "--data", data}, message);
  fail(1, {"evaluate", "--model", small_model(), "--data", data}, message);
  fail(1, {"evaluate", "--scores", scores, "--data", data}, message);
  fail(1, {"gradient", "--data", data, "--objective", "ranknet"}, message);
  fail(1, {"predict", "--model", small_model(), "--data", "-"},
       "standard input: is a binary dataset", read_file(data));
  // Before training, not after it.
  fail(1, {"fit", "--train", data, "--test", data, "--model", folder.path("m"), "--quiet"},
       message);
  CHECK_FALSE(std::filesystem::exists(folder.path("m")));
}

TEST_CASE("convert says what is wrong with its arguments and its data") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "1 qid:1 1:1\n0 qid:1 1:x\n");
  const std::string output = folder.path("data.gbd");
  fail(2, {"convert", "--data", data}, "output");
  fail(2, {"convert", "--data", data, "--output", "-"}, "--output goes to a file, not to -");
  fail(2, {"convert", "--data", data, "--output", data}, "--data and --output are the same file");
  fail(2, {"convert", "--data", data, "--bins-from", output, "--output", output},
       "--bins-from and --output are the same file");
  fail(2, {"convert", "--data", "-", "--bins-from", "-", "--output", output},
       "only one of --data and --bins-from can be standard input");
  fail(2, {"convert", "--data", data, "--output", output, "--bins", "1"},
       "--bins is 1, expected 2 to 255");
  fail(2, {"convert", "--data", data, "--output", output, "--threads", "-1"}, "--threads is -1");
  fail(1, {"convert", "--data", data, "--output", output}, data + ":2: found value \"x\"");
  fail(1, {"convert", "--data", folder.write("empty", ""), "--output", output},
       "empty: found no rows");
  fail(1, {"convert", "--data", data, "--output", folder.path("no/where")}, "cannot be written");
  CHECK_FALSE(std::filesystem::exists(output));
}

TEST_CASE("the memory that reading takes does not grow with the text") {
  const long most_megabytes = kWithSanitizer ? 600 : 40;
  const TemporaryFolder folder;
  const std::string path = folder.path("large.txt");
  {
    std::ofstream file(path, std::ios::binary);
    const std::string comment(50000, 'x');
    for (int row = 0; row < 4000; ++row) {
      file << row % 3 << " qid:" << row / 50 << " 1:" << row * 7 % 1009 << " # " << comment << '\n';
    }
  }
  REQUIRE(std::filesystem::file_size(path) > (190U << 20));
  const Run run =
      succeed({"convert", "--data", path, "--output", folder.path("large.gbd"), "--threads", "2"});
  CHECK(run.max_rss_kb < most_megabytes * 1024);
}

TEST_CASE("a damaged binary file ends a fit before it begins") {
  const TemporaryFolder folder;
  std::string bytes = read_file(converted().train);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  const std::string path = folder.write("train.gbd", bytes);
  fail(1, {"fit", "--train", path, "--model", folder.path("m"), "--quiet"},
       path + ": the binary dataset is damaged: found checksum ");
  folder.write("train.gbd", bytes.substr(0, 1000));
  fail(1, {"fit", "--train", path, "--model", folder.path("m"), "--quiet"},
       path + ": the binary dataset is damaged: found 1000 bytes, expected ");
}

}  // namespace gbrank::test
