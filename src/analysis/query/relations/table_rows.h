#pragma once

// Which rows the call of a table function makes: a list of structures that the engine unnests, and
// columns that are the same in all of them. Private to this room.

#include <string>
#include <vector>

#include "analysis/expression/coercion.h"

namespace paisql::analysis {

struct TableRows {
  struct Column {
    std::string name;
    DataType type;
  };
  struct Fixed {
    std::string name;
    plan::ExpressionPtr value;
  };
  // Over the arguments, the list of the rows, each a structure of `columns`.
  const functions::Overload* overload = nullptr;
  std::vector<plan::ExpressionPtr> arguments;
  std::vector<Column> columns;
  // They come between the columns, after the first `fixed_at` of these.
  std::vector<Fixed> fixed;
  size_t fixed_at = 0;
};

Result<TableRows> RowsOf(State& state, const functions::Function& function,
                         std::vector<plan::ExpressionPtr> arguments, const SourceRange& range);

}  // namespace paisql::analysis
