#include "session/statements/writes.h"

#include "execution/merge_files.h"
#include "store/draft.h"

namespace paisql::session {

std::vector<execution::TitledPlan> TitlesOf(const analysis::RowChangePlan& plan) {
  const std::string name = plan.table.QualifiedName();
  std::vector<execution::TitledPlan> plans;
  if (plan.touched != nullptr) {
    plans.push_back({"Find files to change of " + name, plan.touched.get()});
    plans.push_back({"Write these files again of " + name, plan.rewritten.get()});
  }
  if (plan.inserted != nullptr) {
    plans.push_back({"Insert new rows into " + name, plan.inserted.get()});
  }
  return plans;
}

void MergeAfterWrite(const store::Table& table,
                     const std::vector<std::vector<std::string>>& partitions, State& state) {
  // A script's changes wait for each other; the next statement that writes merges.
  if (store::CatalogDraft::IsOn(state.catalog())) return;
  if (partitions.empty() || !state.settings().GetBoolean("paisql.merge.small.files")) return;
  const Result<bool> merged =
      execution::MergeSmallFiles(state, table, partitions, state.Execution());
  if (merged.ok() && *merged) state.SweepReplaced();
}

}  // namespace paisql::session
