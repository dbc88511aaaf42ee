#pragma once

#include <map>
#include <string>
#include <vector>

namespace gbrank {

/// Option values by name, as text: what a command line, a config file and a model file have.
using OptionTexts = std::map<std::string, std::string>;

/// What a leaf answers.
enum class LeafRule {
  kNewton,  // -G / (H + l2): a Newton step on the documents of the leaf
  kMean,    // their mean negative gradient (Friedman's gradient boosting), with l2 in the divisor
};

/// "newton" or "mean".
const char* leaf_rule_name(LeafRule rule);

/// One option of an objective.
struct ObjectiveOption {
  std::string name;        // as on the command line, without the dashes
  std::string value_name;  // K, X, ... for help texts; empty: a switch, "true" or "false"
  std::string default_text;
  std::string help;
  std::vector<std::string> choices;  // the words that it takes; none: a number
  /// Where gbrank tune looks for a good value: "0.1..10 log", "1..20" or "a, b, c"; empty: nowhere,
  /// the default stays.
  std::string search = {};
};

/// What a person may know of an objective before choosing it.
struct ObjectiveInfo {
  std::string name;
  std::string summary;  // what it optimises
  std::string paper;
  std::string cost;  // for a query of n documents
  /// What leaves answer when nobody says otherwise; found by experiment on validation data.
  LeafRule leaf = LeafRule::kNewton;
  /// What the round log shows beside the loss, each the mean over the queries that have it.
  std::vector<std::string> traces = {};
  std::vector<ObjectiveOption> options;
};

/// All objectives, in the order in which they are presented.
std::vector<ObjectiveInfo> objectives();

}  // namespace gbrank
