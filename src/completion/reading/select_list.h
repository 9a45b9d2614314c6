#pragma once

// Names the columns of a SELECT. Private to this room.

#include <vector>

#include "completion/reading/query_shape.h"
#include "completion/reading/scope.h"

namespace paisql::completion {

// The columns that an arm of a query gives whose FROM has these relations: names, and types where a
// column is one of a relation's. An asterisk stands for all of them. What has no name is left out.
std::vector<ColumnName> SelectedBy(const QueryShape& shape, const Range& arm,
                                   const std::vector<Relation>& relations);

}  // namespace paisql::completion
