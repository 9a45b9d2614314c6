#include "session/statements/jobs/new_outputs.h"

#include "session/statements/handlers.h"

namespace paisql::session {

Status MakeNewOutputs(const SourceRange& range, Run& run, jobs::JobSpec* spec,
                      std::vector<int64_t>* made) {
  for (jobs::TableBinding& output : spec->outputs) {
    if (output.table.id != 0) continue;
    Result<store::Table> table = run.state.catalog().CreateTable(output.table);
    if (!table.ok()) DropNewOutputs(*made, run);
    PAISQL_ASSIGN_AT(range, output.table, std::move(table));
    made->push_back(output.table.id);
  }
  return Status::Ok();
}

void DropNewOutputs(const std::vector<int64_t>& made, Run& run) {
  // What could not be dropped is an empty table, and the statement has its own error to tell.
  for (const int64_t id : made) (void)run.state.catalog().DropTable(id);
}

}  // namespace paisql::session
