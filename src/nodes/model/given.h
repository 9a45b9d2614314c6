#pragma once

// Finds the values that nodes pass to others where code names them: ${name}, ${name[0]},
// ${name[0][1]} of what inputs are called, and within loops ${dag.offset},
// ${dag.foreach.current[1]}, ${dag.loopDataArray[${dag.offset}]} and their like. Pure functions.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::nodes {

// A text, a row of texts, or a table of them.
class Given {
 public:
  enum class Shape { kText, kRow, kTable };

  static Given Text(std::string text);
  static Given Row(std::vector<std::string> values);
  static Given Table(std::vector<std::vector<std::string>> rows);
  // Splits a line at its commas; "\," is a comma.
  static Given OfLine(std::string_view line);
  // Reads a text as a loop takes it: a table or a row of JSON, else as OfLine.
  static Given OfText(const std::string& text);
  // Stands for every value and every element of one that is not known before the run.
  static Given Unknown();

  Shape shape() const { return shape_; }
  bool unknown() const { return unknown_; }
  // Rows of a table, values of a row, 1 of a text.
  size_t size() const;
  // A text as it is, a row with commas, a table as JSON.
  std::string Whole() const;
  // One row of a table, with commas, or one value of a row. kInvalidCommand, without a place, when
  // there is none.
  Result<std::string> At(size_t index) const;
  Result<std::string> At(size_t row, size_t column) const;
  Given Element(size_t index) const;  // that is there

  std::string ToJson() const;
  static Given OfJson(const std::string& text);  // of ToJson

  bool operator==(const Given&) const = default;

 private:
  Shape shape_ = Shape::kText;
  bool unknown_ = false;
  std::string text_;
  std::vector<std::vector<std::string>> rows_;  // of a row: one
};

using Givens = std::map<std::string, Given, std::less<>>;

// Which of ${…} are replaced.
enum class GivenForms {
  kIndexed,  // those of loops, with brackets or .length; plain names are somebody else's
  kAll,
};

// The text with what is given in place of its names; others stay. An error has no place.
Result<std::string> PutGivens(std::string_view text, const Givens& givens, GivenForms forms);

// The same with what `put` makes of each value: `written` is its ${…} in the text.
using PutValue = std::function<std::string(std::string_view written, std::string value)>;
Result<std::string> PutGivens(std::string_view text, const Givens& givens, GivenForms forms,
                              const PutValue& put);

// Whether the text names one of them that is unknown.
bool NamesUnknown(std::string_view text, const Givens& givens);
// Whether it names one of them at all.
bool NamesAny(std::string_view text, const Givens& givens);

// The names that a body's code may use: all unknown.
Givens UnknownOfLoops();

}  // namespace paisql::nodes
