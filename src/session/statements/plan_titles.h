#pragma once

// Titles that EXPLAIN gives the plans of statements that write.

#include <string>

#include "analysis/analyzer.h"
#include "execution/table_write.h"

namespace paisql::session {

inline std::string WriteTitle(const store::TableTarget& target) {
  const bool overwrites = target.mode == store::WriteMode::kOverwrite;
  const char* verb = overwrites ? "Insert overwrite " : "Insert into ";
  return (target.table.id == 0 ? "Create table " : verb) + target.table.QualifiedName();
}

inline execution::PlannedWrite Planned(const analysis::WritePlan& plan) {
  return {WriteTitle(plan.target), plan.root.get(), plan.target};
}

}  // namespace paisql::session
