#include "pai/build_job.h"

#include "session/statements/follow.h"
#include "session/statements/handlers.h"

namespace paisql::session {

Status RunPai(const syntax::PaiStatement& statement, Run& run) {
  State& state = run.state;
  pai::BuildContext context;
  context.catalog = &state.catalog();
  context.project = state.project;
  context.script_folder = state.ResolvePath(".");
  context.statement_text = run.text;
  context.settings = &state.settings().values();
  PAISQL_ASSIGN(const training::JobSpec spec, pai::BuildJob(statement, context));
  if (state.checking()) {
    if (!spec.outputs.empty()) state.unknowns().NoteRows();
    return Status::Ok();
  }
  if (statement.lineage.has_value()) {
    run.sink.Message("-lineage has no effect here: nothing collects the lineage of tables");
  }
  for (const std::string& note : spec.notes) run.sink.Message(note);
  const SourceRange range = statement.name.has_value() ? statement.name->range : statement.range;
  PAISQL_ASSIGN_AT(range, const std::string id, state.Jobs().Submit(spec));
  run.sink.Message("ID = " + id);
  if (state.settings().GetBoolean("paisql.job.async")) {
    run.sink.Message("OK");
    return Status::Ok();
  }
  return FollowJob(id, range, run);
}

}  // namespace paisql::session
