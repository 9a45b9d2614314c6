#pragma once

// The plan as EXPLAIN prints it, with what a caller knows about each operator.

#include <functional>
#include <string>

#include "plan/relation.h"

namespace paisql::plan {

// What stands in parentheses behind an operator's line; "" for nothing.
using OperatorNote = std::function<std::string(const Relation&)>;

std::string Explain(const Relation& root, const OperatorNote& note);

}  // namespace paisql::plan
