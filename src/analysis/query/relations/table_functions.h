#pragma once

// Table functions: what each row of their input becomes. Private to this room.

#include "analysis/expression/expressions.h"

namespace paisql::analysis {

// The table function that the expression calls, or nullptr.
const functions::Function* TableFunctionOf(const State& state,
                                           const syntax::Expression& expression);

// The input's rows, each with the rows of the call beside it.
Result<plan::RelationPtr> UnnestRows(State& state, plan::RelationPtr input,
                                     const functions::Function& function,
                                     std::vector<plan::ExpressionPtr> arguments,
                                     const SourceRange& range, bool outer);

// explode(…) AS (a, b) over the input: output is the input's columns, then the call's.
Result<plan::RelationPtr> UnnestRelation(State& state, plan::RelationPtr input,
                                         const functions::Function& function,
                                         const syntax::Call& call, const Scope& scope, bool outer,
                                         const std::vector<syntax::Identifier>& names);

}  // namespace paisql::analysis
