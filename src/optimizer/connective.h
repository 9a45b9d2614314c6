#pragma once

// Predicates joined by AND and OR. Private to this room.

#include <string_view>
#include <vector>

#include "optimizer/optimizer.h"

namespace paisql::optimizer {

// "and" or "or" of two conditions.
plan::ExpressionPtr Connect(const Context& context, std::string_view name, plan::ExpressionPtr left,
                            plan::ExpressionPtr right);

// The terms joined by AND, as a balanced tree; null for none.
plan::ExpressionPtr Conjunction(const Context& context, std::vector<plan::ExpressionPtr> terms);

plan::ExpressionPtr ColumnOf(const plan::OutputColumn& column, const SourceRange& range);

}  // namespace paisql::optimizer
