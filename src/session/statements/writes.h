#pragma once

// Shared by statements that write: titles of their plans for EXPLAIN, and the merging of small
// files after them.

#include <string>
#include <vector>

#include "analysis/analyzer.h"
#include "execution/table_write.h"
#include "session/state.h"
#include "syntax/statements/rows.h"

namespace paisql::session {

inline std::string WriteTitle(const store::TableTarget& target) {
  const bool overwrites = target.mode == store::WriteMode::kOverwrite;
  const char* verb = overwrites ? "Insert overwrite " : "Insert into ";
  return (target.table.id == 0 ? "Create table " : verb) + target.table.QualifiedName();
}

inline execution::PlannedWrite Planned(const analysis::WritePlan& plan) {
  return {WriteTitle(plan.target), plan.root.get(), plan.target};
}

// The plans of UPDATE, DELETE and MERGE, in the order in which they run.
std::vector<execution::TitledPlan> TitlesOf(const analysis::RowChangePlan& plan);

// CREATE OR REPLACE TABLE: the old table goes in the step that makes the new one.
void DropReplaced(const analysis::CreateTablePlan& plan, store::CatalogTransaction& transaction);

// Whether the partition of INSERT … PARTITION (…) IF NOT EXISTS is there, so that nothing is
// written.
Status LeaveOutExisting(const syntax::InsertTarget& target, const analysis::WritePlan& plan,
                        Run& run, bool& exists);

// `partitions` got files; {{}} for a table without partitions. Does nothing when
// paisql.merge.small.files is false. A failure is ignored: the statement has succeeded already.
void MergeAfterWrite(const store::Table& table,
                     const std::vector<std::vector<std::string>>& partitions, State& state);

}  // namespace paisql::session
