#pragma once

#include <span>
#include <string>
#include <vector>

#include "gbrank/fit.h"

#include "experiment/search_range.h"

namespace gbrank {

/// An option of trees or of an objective, and where a search looks for its value.
struct SearchedOption {
  std::string name;
  SearchRange range;
};

/// Those of default_search that every objective has.
std::vector<SearchedOption> tree_search();

/// The options that a search for an objective's settings draws by itself: those of trees, the same
/// for all objectives, then the objective's own.
std::vector<SearchedOption> default_search(const std::string& objective);

/// Throws OptionError where settings do not take an option of the search, an end of its range, or a
/// word: better before the first fit than after a night of them.
void check_search(const FitOptions& start, std::span<const SearchedOption> space);

/// Values for some of the options, those of draw `number`; the others stay as they are. The share
/// that changes is drawn, too: some draws are near the settings that a search starts from, which
/// people have chosen with care, and others anywhere. With a dozen options a draw of all of them is
/// hardly ever good. What one option gets depends neither on the others nor on how many draws there
/// are.
OptionTexts draw_options(std::span<const SearchedOption> space, std::uint64_t seed, int number);

/// Sets options of trees and of the objective from texts. Throws Error for a name that the
/// objective does not have, or a text that is no value of it.
void set_options(FitOptions& options, const OptionTexts& texts);

}  // namespace gbrank
