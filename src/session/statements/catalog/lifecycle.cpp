// PURGE LIFECYCLE: what LIFECYCLE lets go is dropped now.

#include "store/upkeep/lifecycle.h"
#include "base/system/clock.h"
#include "session/answer.h"
#include "session/statements/catalog/handlers.h"

namespace paisql::session {

Status RunCollectLifecycle(const syntax::CollectLifecycleStatement& statement, Run& run) {
  State& state = run.state;
  Answer answer;
  answer.columns = {"table", "partition", "modified"};
  if (!state.checking()) {
    PAISQL_ASSIGN_AT(statement.range, const std::vector<store::Expired> dropped,
                     store::DropExpired(state.catalog(), NowMs()));
    for (const store::Expired& one : dropped) {
      store::Partition partition;
      partition.values = one.partition;
      const std::string name = one.partition.empty() ? "" : partition.Name(one.table);
      answer.rows.push_back(
          {one.table.QualifiedName(), name, state.Zone().Format(one.last_modified_ms / 1000)});
      answer.text += "dropped " + (name.empty() ? "" : "partition " + name + " of ") +
                     one.table.QualifiedName() + "\n";
    }
  }
  PAISQL_TRY(run.out.Show(answer));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
