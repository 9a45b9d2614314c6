// Statements that change no answer. What they name must be there all the same, as on the platform.

#include <algorithm>

#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"

namespace paisql::session {

Status RunNoEffect(const syntax::NoEffectStatement& statement, Run& run) {
  if (statement.table.has_value()) {
    PAISQL_ASSIGN(const store::Table table,
                  analysis::ResolveTable(*statement.table, run.state.MakeContext()));
    if (table.kind == store::TableKind::kView) {
      return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view",
                   statement.table->range, "a view has no rows of its own: leave it out"};
    }
    if (statement.partition.has_value()) {
      // A key without a value means every partition.
      const std::vector<syntax::PartitionKey>& keys = statement.partition->keys;
      const bool whole = std::all_of(keys.begin(), keys.end(),
                                     [](const auto& key) { return key.value != nullptr; });
      if (whole) PAISQL_TRY(FindPartitions(*statement.partition, table, run));
    }
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
