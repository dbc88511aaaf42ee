#include "gbrank/model_io.h"

#include <charconv>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "gbrank/error.h"
#include "gbrank/version.h"

#include "base/file.h"
#include "model/json_text.h"

namespace gbrank {
namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr std::string_view kMagic = R"({"format":"gbrank-model","version":)";
constexpr std::string_view kChecksumKey = R"(,"checksum":")";

/// CRC-32 of what follows the first line.
std::string checksum(std::string_view body) {
  const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size());
  return fmt::format("{:08x}", crc);
}

std::string json_object(const OptionTexts& texts) {
  std::string result;
  for (const auto& [name, text] : texts) {
    result +=
        fmt::format("{}{}:{}", result.empty() ? "" : ",", json_string(name), json_string(text));
  }
  return "{" + result + "}";
}

template <typename T>
std::string json_array(std::string_view name, const std::vector<T>& values) {
  std::string result = fmt::format("\"{}\":[", name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) result += ',';
    if constexpr (std::is_floating_point_v<T>) {
      result += number_text(values[i]);
    } else if constexpr (std::is_same_v<T, std::string>) {
      result += json_string(values[i]);
    } else {
      result += fmt::format("{:d}", values[i]);
    }
  }
  return result + "]";
}

std::string tree_text(const Tree& tree) {
  return fmt::format("{{{},{},{},{},{},{},{},{}}}", json_array("feature", tree.feature),
                     json_array("threshold", tree.threshold),
                     json_array("missing_left", tree.missing_left), json_array("left", tree.left),
                     json_array("right", tree.right), json_array("gain", tree.gain),
                     json_array("value", tree.value), json_array("documents", tree.documents));
}

/// A number of the file as T; throws Error unless it is one and fits.
template <typename T>
T number(const Json& value, std::string_view what) {
  if (!value.is_number()) throw Error(fmt::format("{} is not a number", what));
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(value.get<double>());
  } else if constexpr (std::is_floating_point_v<T>) {
    return value.get<T>();
  } else {
    if (!value.is_number_integer()) throw Error(fmt::format("{} is not a whole number", what));
    const bool fits = value.is_number_unsigned() ? std::in_range<T>(value.get<std::uint64_t>())
                                                 : std::in_range<T>(value.get<std::int64_t>());
    if (!fits) throw Error(fmt::format("{} is {}, out of range", what, value.dump()));
    return value.get<T>();
  }
}

template <typename T>
void read_array(const Json& object, const char* name, std::vector<T>& values) {
  const Json& array = object.at(name);
  if (!array.is_array()) throw Error(fmt::format("{} is not an array", name));
  values.reserve(array.size());
  for (const Json& value : array) values.push_back(number<T>(value, name));
}

Tree read_tree(const Json& object) {
  Tree tree;
  read_array(object, "feature", tree.feature);
  read_array(object, "threshold", tree.threshold);
  read_array(object, "missing_left", tree.missing_left);
  read_array(object, "left", tree.left);
  read_array(object, "right", tree.right);
  read_array(object, "gain", tree.gain);
  read_array(object, "value", tree.value);
  read_array(object, "documents", tree.documents);
  return tree;
}

Ensemble read_ensemble(const Json& json) {
  Ensemble ensemble;
  TrainingRecord& training = ensemble.training;
  training.objective = json.at("objective").at("name").get<std::string>();
  training.objective_options = json.at("objective").at("options").get<OptionTexts>();
  training.settings = json.at("settings").get<OptionTexts>();
  training.seed = number<std::uint64_t>(json.at("seed"), "seed");
  training.rows = number<std::size_t>(json.at("data").at("rows"), "data.rows");
  training.queries = number<std::size_t>(json.at("data").at("queries"), "data.queries");
  training.best_round = number<std::size_t>(json.at("best_round"), "best_round");
  ensemble.base_score = number<double>(json.at("base_score"), "base_score");
  if (json.contains("absent")) {
    if (json.at("absent") != "missing") throw Error("absent is not \"missing\"");
    ensemble.absent_is_missing = true;
  }
  ensemble.feature_names = json.at("feature_names").get<std::vector<std::string>>();
  for (const Json& tree : json.at("trees")) ensemble.trees.push_back(read_tree(tree));
  check(ensemble);
  return ensemble;
}

/// Everything after the first line, once that line shows a whole and unaltered model of this
/// version.
void check_header(std::string_view text) {
  if (!text.starts_with(kMagic)) {
    throw Error(fmt::format("is not a gbrank model (expected it to begin with {})", kMagic));
  }
  const std::string_view rest = text.substr(kMagic.size());
  int version = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), version);
  if (error != std::errc{} || version != kVersion) {
    throw Error(fmt::format("is a model of format version {}; gbrank {} reads version {}",
                            rest.substr(0, rest.find(',')).substr(0, 20), gbrank::version(),
                            kVersion));
  }
  const std::string_view after = rest.substr(static_cast<std::size_t>(end - rest.data()));
  const std::size_t newline = after.find('\n');
  const std::string_view line = after.substr(0, newline);
  const std::string_view body =
      newline == std::string_view::npos ? std::string_view{} : after.substr(newline + 1);
  if (line != fmt::format("{}{}\",", kChecksumKey, checksum(body))) {
    throw Error("is cut short or was altered: its checksum does not match its content");
  }
}

}  // namespace

std::string model_to_text(const Ensemble& ensemble) {
  const TrainingRecord& training = ensemble.training;
  std::string body;
  const auto line = [&](std::string_view key, const std::string& value) {
    body += fmt::format("\"{}\":{},\n", key, value);
  };
  line("gbrank", json_string(version()));
  line("objective", fmt::format("{{\"name\":{},\"options\":{}}}", json_string(training.objective),
                                json_object(training.objective_options)));
  line("settings", json_object(training.settings));
  line("seed", fmt::format("{}", training.seed));
  line("data", fmt::format("{{\"rows\":{},\"queries\":{},\"features\":{}}}", training.rows,
                           training.queries, ensemble.features()));
  line("best_round", fmt::format("{}", training.best_round));
  line("base_score", number_text(ensemble.base_score));
  if (ensemble.absent_is_missing) line("absent", "\"missing\"");
  body += json_array("feature_names", ensemble.feature_names) + ",\n\"trees\":[";
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    body += (t == 0 ? "\n" : ",\n") + tree_text(ensemble.trees[t]);
  }
  body += "\n]}\n";
  return fmt::format("{}{}{}{}\",\n{}", kMagic, kVersion, kChecksumKey, checksum(body), body);
}

Ensemble model_from_text(std::string_view text, const std::string& name) {
  try {
    check_header(text);
    return read_ensemble(Json::parse(text));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  } catch (const Json::exception& error) {
    throw Error(fmt::format("{}: is not a gbrank model: {}", name, error.what()));
  }
}

void save_model(const Ensemble& ensemble, const std::string& path) {
  write_file(path, model_to_text(ensemble));
}

Ensemble load_model(const std::string& path) {
  return model_from_text(read_whole_file(path), path);
}

}  // namespace gbrank
