#pragma once

// Warnings about conditions that are allowed and surely mean something else: a comparison with
// NULL, which is never true, a double-quoted text in the place of the column of that name, a form
// of dates of another system. They change nothing of the plan.

#include "analysis/context/state.h"
#include "analysis/expression/scope.h"
#include "syntax/expression.h"

namespace paisql::analysis {

// Warns of operators: `a = NULL`, and `"a" = 'x'` where a column a can be seen.
void WarnOfDoubts(State& state, const Scope& scope, const syntax::Binary& node);
// `a NOT IN (1, NULL)`, which holds for no row, and `"a" IN ('x')`.
void WarnOfDoubts(State& state, const Scope& scope, const syntax::InList& node);
// `CASE a WHEN NULL THEN …`, a branch that is never taken.
void WarnOfDoubts(State& state, const syntax::Case& node);
// A form of dates that is written for another system: TO_CHAR(d, '%Y-%m'), which shows it as it is.
void WarnOfDoubts(State& state, const syntax::Call& node);

}  // namespace paisql::analysis
