#include "pai/algorithm/build_job.h"

#include "session/statements/handlers.h"
#include "session/statements/jobs/start_job.h"

namespace paisql::session {

namespace {

// PAI -cost: what the platform's client prints of an estimate, and no job.
Status ShowCost(const training::JobSpec& spec, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN_AT(range, const int64_t bytes, run.state.Jobs().InputBytes(spec));
  int workers = 0;
  for (const training::RoleSpec& role : spec.roles) {
    if (role.name == "worker" || role.name == "chief") workers += role.count;
  }
  run.sink.Message("Input:" + std::to_string(bytes) + " Bytes");
  run.sink.Message("WorkerNumber:" + std::to_string(workers));
  run.sink.Done();
  return Status::Ok();
}

FlowTable FlowOf(const training::TableBinding& binding) {
  std::vector<std::string> levels;
  for (const store::Column& column : binding.table.partition_columns) levels.push_back(column.name);
  return {binding.table.QualifiedName(), PartitionText(levels, {binding.partition_values.begin(),
                                                                binding.partition_values.end()})};
}

void TellFlow(const training::JobSpec& spec, Sink& sink) {
  if (spec.tables.empty() && spec.outputs.empty()) return;
  DataFlow flow;
  flow.action = "PAI " + spec.algorithm;
  for (const training::TableBinding& table : spec.tables) flow.reads.push_back(FlowOf(table));
  for (const training::TableBinding& table : spec.outputs) flow.writes.push_back(FlowOf(table));
  sink.Flow(flow);
}

}  // namespace

Status RunPai(const syntax::PaiStatement& statement, Run& run) {
  PAISQL_ASSIGN(training::JobSpec spec, pai::BuildJob(statement, PaiContext(run)));
  if (!run.kept.empty()) spec.statement = run.kept;
  const SourceRange range = statement.name.has_value() ? statement.name->range : statement.range;
  if (statement.cost) return run.state.checking() ? Status::Ok() : ShowCost(spec, range, run);
  if (TellsFlow(run)) TellFlow(spec, run.sink);
  return StartJob(spec, range, run);
}

}  // namespace paisql::session
