#pragma once

// Reports a statement's run: rows and time of the plan's operators, and the engine's own operators
// for them. An engine moves conditions, reorders joins and merges operators, so not every operator
// of the plan ran by itself.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "plan/relation.h"

namespace paisql::engine {

struct OperatorActual {
  int64_t rows = 0;     // that it handed on
  double seconds = -1;  // of all threads together; negative: not known
};

// An operator as the engine ran it; `depth` counts from the topmost.
struct ExecutedOperator {
  int depth = 0;
  std::string text;
  OperatorActual actual;
};

struct ExecutionReport {
  // The plan's operators that the engine ran as operators of its own.
  std::unordered_map<const plan::Relation*, OperatorActual> operators;
  std::vector<ExecutedOperator> executed;
};

}  // namespace paisql::engine
