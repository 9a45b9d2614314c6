#include "session/statements/writes.h"

#include "execution/merge_files.h"
#include "store/draft.h"

namespace paisql::session {

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
