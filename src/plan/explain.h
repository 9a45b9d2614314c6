#pragma once

// The plan as EXPLAIN prints it, with what a caller knows about each operator.

#include <functional>
#include <string>

#include "plan/scan_facts.h"

namespace paisql::plan {

// The text in parentheses after an operator's line; "" for nothing.
using OperatorNote = std::function<std::string(const Relation&)>;

std::string Explain(const Relation& root, const FactsOfScan& facts, const OperatorNote& note);

}  // namespace paisql::plan
