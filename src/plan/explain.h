#pragma once

// The plan as EXPLAIN shows it: a line for each operator.

#include <string>
#include <vector>

#include "plan/scan_facts.h"

namespace paisql::plan {

struct ExplainedLine {
  int depth = 0;  // from 0
  std::string text;
  const Relation* relation = nullptr;  // null: the line only begins a part, such as a subquery
};

std::vector<ExplainedLine> ExplainLines(const Relation& root, const FactsOfScan& facts);

}  // namespace paisql::plan
