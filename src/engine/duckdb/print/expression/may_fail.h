#pragma once

// Which expressions give an answer for every value, so that the order in which they are computed
// does not matter.

#include <string>

#include "plan/expression.h"

namespace paisql::engine {

// Whether computing the expression may stop the statement. False is certain; true only means that
// nobody has shown the contrary, as for most functions.
bool MayFail(const plan::Expression& expression);

// Whether the expression, or a call that begins with it, stops the statement in strict mode.
bool FailsInStrictMode(const plan::Expression& expression);

// A column as what may fail has to see it. DuckDB takes a function of ours for one that cannot
// fail: it would call it for all values that a file's dictionary has, rows that a condition has
// left out among them, and before the conditions in front. Through something that may fail by
// DuckDB's own knowledge the column comes row by row.
std::string RowByRow(std::string column, const DataType& type);

}  // namespace paisql::engine
