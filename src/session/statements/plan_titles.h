#pragma once

// What EXPLAIN calls the plans of statements that write.

#include <string>

#include "analysis/analyzer.h"

namespace paisql::session {

inline std::string InsertTitle(const analysis::InsertPlan& plan) {
  const bool overwrite = plan.mode == store::WriteMode::kOverwrite;
  return (overwrite ? "Insert overwrite " : "Insert into ") + plan.table.QualifiedName();
}

inline std::string CreateTitle(const analysis::CreateTablePlan& plan) {
  return "Create table " + plan.table.QualifiedName();
}

}  // namespace paisql::session
