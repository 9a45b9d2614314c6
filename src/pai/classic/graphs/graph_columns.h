#pragma once

// Rules of the columns of graphs' tables.

#include "pai/component.h"

namespace paisql::pai {

// Errors at the parameters that name columns of edges, and of vertices where there are any.
Status CheckGraphColumns(const Parameters& parameters, const BuildContext& context,
                         const SchemaSource& source);

// Columns of a graph's table: "node:string weight:double".
std::vector<store::Column> GraphColumns(std::string_view columns);

// The rule of a table with always the same columns, after the check above.
template <const char* kColumns>
Result<std::vector<store::Column>> GraphSchema(const Parameters& parameters,
                                               const BuildContext& context,
                                               const SchemaSource& source) {
  PAISQL_TRY(CheckGraphColumns(parameters, context, source));
  return GraphColumns(kColumns);
}

}  // namespace paisql::pai
