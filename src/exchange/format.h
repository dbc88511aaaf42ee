#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// A model as another program holds it and computes with it: in that program's arithmetic, with
/// that program's idea of missing values. Any number of threads may score at once.
class Consumer {
 public:
  virtual ~Consumer() = default;

  /// One value a feature, NaN for missing; further features than it knows are ignored.
  virtual double score(std::span<const float> features) const = 0;
};

/// A model in the words of another program.
struct Exported {
  std::string text;  // the file's bytes; the same ensemble gives the same ones
  /// What the format cannot express, a sentence each that says where and what happens instead.
  /// Whoever calls decides whether that is an error.
  std::vector<std::string> losses;
};

struct ExportOptions {
  double shift = 0;        // added to every score: some programs refuse negative ones
  std::string name = {};   // what the file calls the model; empty: the format's default_name
  std::string store = {};  // Solr's feature store; empty: its default one
};

/// A file format in which other programs take a model.
struct ExchangeFormat {
  std::string_view name;     // as --format takes it
  std::string_view readers;  // the programs that take it, for help
  /// Throws Error for what the format cannot hold in any way, OptionError for an option.
  Exported (*write)(const Ensemble& ensemble, const ExportOptions& options);
  /// The file as its readers would take it. `name` stands for the file in messages. `feature_names`
  /// are those of the rows that are to be scored, in their order. Throws Error.
  std::unique_ptr<Consumer> (*read)(std::string_view text, const std::string& name,
                                    std::span<const std::string> feature_names);
  std::string_view default_name = {};  // of the model in the file; empty: a file gives it no name
};

/// A model of another program in gbrank's words, except for its features: there is one for each
/// column of that program's data, and they have no names in `ensemble`.
struct ForeignModel {
  Ensemble ensemble;
  std::size_t columns = 0;
  std::vector<std::string> column_names;  // none, or one a column
  /// The column that index 1 of LETOR text most likely is. 0 where the data was an array or a
  /// table; 1 where the program read LETOR text itself, for then its columns are the indices.
  int first_feature = 0;
};

/// What the values were that another program compared with its thresholds: of double precision, as
/// those of text and numpy's arrays are, while ours are the nearest float32; or float32 as ours.
enum class ForeignValues { kDouble, kFloat32 };

/// A file format in which the models of other programs come.
struct ImportFormat {
  std::string_view name;     // as --format takes it
  std::string_view writers;  // the programs that write it, for help
  /// Whether a file looks like one, from its first bytes: cheap, and never an error.
  bool (*recognises)(std::string_view text);
  /// The same scores in gbrank's words; what it cannot say is an Error that names the place, but
  /// not the file.
  ForeignModel (*read)(std::string_view text, ForeignValues values);
  /// Whether `values` makes a difference: not where thresholds are float32.
  bool has_double_thresholds = false;
};

/// Every format, in the order in which help shows them.
std::span<const ExchangeFormat> exchange_formats();
std::span<const ImportFormat> import_formats();

}  // namespace gbrank
