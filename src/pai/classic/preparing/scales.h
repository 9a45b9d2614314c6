#pragma once

// The scales of columns: found in the rows, or in the table that an earlier statement has written.
// Private to the slice.

#include <string>
#include <vector>

#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"

namespace paisql::pai {

// How a kind of scale is computed: (x - from) / width, with what the table of scales calls them.
struct ScaleKind {
  std::string_view prefix;
  std::string_view from_name;  // in JSON
  std::string_view other_name;
  std::string_view from;   // of {x}
  std::string_view other;  // of {x}
  bool other_is_width = false;
};

struct Scale {
  std::string feature;
  Cell from;
  Cell other;
};

// A value on a scale whose numbers are expressions. 0 where all values are the same, so that the
// width is 0 or, of one value, unknown.
std::string ScaledValue(const ScaleKind& kind, const std::string& value, const std::string& from,
                        const std::string& other);
// The same for a scale that is known: a row costs a subtraction and a division alone.
std::string ScaledBy(const ScaleKind& kind, const std::string& value, const Scale& scale);

// The scales of columns, one for each; of -DinputParaTableName, where it is given, those that it
// has.
Result<std::vector<Scale>> DenseScales(const ScaleKind& kind, const Parameters& parameters,
                                       const BuildContext& context, const ClassicInput& input,
                                       const std::vector<store::Column>& columns);
// The rows of -DoutputParaTableName.
std::string ScaleTable(const ScaleKind& kind, const std::vector<Scale>& scales);

}  // namespace paisql::pai
