#include "cli/program.h"

namespace gbrank::test {
namespace {

/// Every command that reads a model must refuse this one and name it.
void refuse(const std::string& path, const std::string& message) {
  fail(1, {"predict", "--model", path, "--data", sample().test_gz}, path + ": " + message);
  fail(1, {"evaluate", "--model", path, "--data", sample().test_gz}, path + ": " + message);
  fail(1, {"dump", "--model", path}, path + ": " + message);
  fail(1, {"importance", "--model", path}, path + ": " + message);
}

/// A model whose content was changed by someone who corrected the checksum too.
std::string with_checksum(const std::string& text) {
  const std::size_t line = text.find('\n') + 1;
  const std::string key = "\"checksum\":\"";
  const std::size_t at = text.find(key) + key.size();
  const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(text.data() + line),
                          static_cast<uInt>(text.size() - line));
  return text.substr(0, at) + fmt::format("{:08x}", crc) + text.substr(at + 8);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what is no model is refused, with its name") {
  const TemporaryFolder folder;
  refuse(folder.path("absent.json"), "cannot be opened");
  refuse(folder.path(""), "is a directory");
  refuse(folder.write("empty.json", ""), "is not a gbrank model");
  refuse(folder.write("text.json", "tree\nversion=v3\n"), "is not a gbrank model");
  refuse(folder.write("other.json", "{\"learner\": {}}\n"), "is not a gbrank model");
  refuse(folder.write("zeros.json", std::string(5000, '\0')), "is not a gbrank model");
}

TEST_CASE("a model that is cut short anywhere is refused") {
  const TemporaryFolder folder;
  const std::string text = read_file(small_model());
  const Words dump = {"dump", "--model", folder.path("cut.json")};
  std::vector<std::size_t> sizes = {1, 10, 34, 36, 40, 48, text.find('\n'), text.find('\n') + 1};
  for (std::size_t i = 1; i < 16; ++i) sizes.push_back(text.size() * i / 16);
  for (const std::size_t missing : {3U, 2U, 1U}) sizes.push_back(text.size() - missing);
  for (const std::size_t size : sizes) {
    CAPTURE(size);
    fail(1, dump, folder.write("cut.json", text.substr(0, size)) + ": is ");
  }
}

TEST_CASE("a model with one changed byte is refused") {
  const TemporaryFolder folder;
  const std::string text = read_file(small_model());
  const Words dump = {"dump", "--model", folder.path("altered.json")};
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < 60; ++i) places.push_back(i);  // the first line
  for (std::size_t i = 0; i < 40; ++i) places.push_back(60 + (text.size() - 61) * i / 39);
  for (const std::size_t place : places) {
    CAPTURE(place);
    std::string altered = text;
    altered[place] = static_cast<char>(altered[place] ^ 1);
    fail(1, dump, folder.write("altered.json", altered) + ": is ");
  }
  fail(1, dump, folder.write("altered.json", text + " ") + ": is cut short or was altered");
}

TEST_CASE("a model of another format version is refused with both versions") {
  const TemporaryFolder folder;
  const std::string text = read_file(small_model());
  for (const std::string version : {"2", "0", "10", "-1", "x"}) {
    const std::string path = folder.write(
        "version.json", replaced(text, "\"version\":1,", "\"version\":" + version + ","));
    refuse(path, fmt::format("is a model of format version {}; gbrank ", version));
  }
}

TEST_CASE("a model that is whole but makes no sense is refused") {
  const TemporaryFolder folder;
  const std::string text = read_file(small_model());
  REQUIRE(with_checksum(text) == text);
  const auto nonsense = [&](const std::string& from, const std::string& to) {
    CAPTURE(to);
    const std::string altered = with_checksum(replaced(text, from, to));
    fail(1, {"predict", "--model", folder.write("nonsense.json", altered), "--data", "-"},
         "nonsense.json: ", "1 qid:1 1:1\n");
  };
  nonsense("\"left\":[1", "\"left\":[1000");
  nonsense("\"left\":[1", "\"left\":[0");
  nonsense("\"left\":[1", "\"left\":[-1000");
  nonsense("\"left\":[1", "\"left\":[1.5");
  nonsense("\"left\":[1", "\"left\":[99999999999");
  nonsense("\"left\":[", "\"left\":[1,");
  nonsense("{\"feature\":[", "{\"feature\":[45,");
  nonsense("{\"feature\":[", "{\"feature\":[\"f1\",");
  nonsense("\"threshold\":[", "\"threshold\":[1e99,");
  nonsense("\"value\":[", "\"value\":[],\"other\":[");
  nonsense("\"documents\":[", "\"papers\":[");
  nonsense("\"trees\":[", "\"trees\":[null,");
  nonsense("\"feature_names\":[", "\"feature_names\":[3,");
  nonsense("\"base_score\":0", "\"base_score\":\"0\"");
  nonsense("\"base_score\":0,", "");
  nonsense("]}\n", "]\n");
  nonsense("\"trees\":[", "\"trees\":" + std::string(5000, '['));
}

}  // namespace gbrank::test
