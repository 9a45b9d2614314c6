#pragma once

// The bins of a column, as `binning` writes them to its table and `data_transform` reads them.
// Private to the slice. A row of the table (feature STRING, json STRING) has
//   {"name":"x","type":"number","total":9,"positive":4,"iv":0.3,
//    "bin":{"norm":[{"index":0,"value":"(-inf,1.5]","total":5,"positive":2,"woe":-0.1}, …],
//           "null":[{"index":2,"value":"null",…}],"else":[]}}
// with intervals of numbers, or texts of which each is a bin (type "text", with a bin "else" for
// all other texts). "positive", "woe" and "iv" are there where a label was given; a bin without
// rows of both kinds has "woe":null.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

struct BinCount {
  int64_t total = 0;
  int64_t positive = 0;
  std::optional<double> woe;
};

struct FeatureBins {
  std::string name;
  bool numbers = true;
  bool left_open = true;            // (a,b]; otherwise [a,b)
  std::vector<double> borders;      // between intervals, ascending
  std::vector<std::string> values;  // of texts
  std::vector<BinCount> counts;     // by index
  bool labeled = false;

  size_t size() const { return numbers ? borders.size() + 1 : values.size(); }
  size_t null_index() const { return size(); }
  size_t else_index() const { return size() + 1; }
  size_t all() const { return size() + (numbers ? 1 : 2); }
};

// nullopt for a text that is not of this layout.
std::optional<FeatureBins> BinsOf(const std::string& name, const std::string& json);
std::string JsonOf(const FeatureBins& bins);
// The index of the bin of a column's value.
std::string BinIndexText(const FeatureBins& bins, const store::Column& column);
// Weights of evidence from the counts: ln of the share of positive rows to that of others.
void SetWeights(FeatureBins& bins);

// The rows of a table of bins; none while checking.
struct BinTable {
  std::vector<FeatureBins> features;
  bool unknown = false;
};
Result<BinTable> ReadBinTable(const Parameters& parameters, const BuildContext& context);
const FeatureBins* FindBins(const std::vector<FeatureBins>& features, std::string_view name);

}  // namespace paisql::pai
