#include "session/statements/jobs/new_outputs.h"

#include "session/statements/handlers.h"

namespace paisql::session {

Status MakeNewOutputs(const SourceRange& range, Run& run, training::JobSpec* spec) {
  for (training::TableBinding& output : spec->outputs) {
    if (output.table.id != 0) continue;
    PAISQL_ASSIGN_AT(range, output.table, run.state.catalog().CreateTable(output.table));
  }
  return Status::Ok();
}

}  // namespace paisql::session
