#include "pai/build_job.h"

#include "session/data_flow.h"
#include "session/statements/jobs/handlers.h"
#include "session/statements/jobs/start_job.h"
#include "session/statements/plan_lines.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

// What the platform's client prints of an estimate.
Status TellCost(int64_t bytes, int workers, Run& run) {
  run.out.Message("Input:" + std::to_string(bytes) + " Bytes");
  run.out.Message("WorkerNumber:" + std::to_string(workers));
  run.out.Done();
  return Status::Ok();
}

// PAI -cost of a job, which does not start.
Status ShowCost(const jobs::JobSpec& spec, JobQueries& queries, const SourceRange& range,
                Run& run) {
  PAISQL_ASSIGN_AT(range, const int64_t bytes, run.state.Jobs().InputBytes(spec, &queries));
  int workers = 0;
  for (const jobs::RoleSpec& role : spec.roles) {
    if (role.name == "worker" || role.name == "chief") workers += role.count;
  }
  return TellCost(bytes, workers, run);
}

FlowTable BoundTable(const jobs::TableBinding& binding) {
  std::vector<std::string> levels;
  for (const store::Column& column : binding.table.partition_columns) levels.push_back(column.name);
  return {binding.table.QualifiedName(), PartitionText(levels, {binding.partition_values.begin(),
                                                                binding.partition_values.end()})};
}

void TellFlow(const jobs::JobSpec& spec, const JobQueries& queries, Output& out) {
  if (spec.tables.empty() && spec.outputs.empty()) return;
  DataFlow flow;
  flow.action = "PAI " + spec.algorithm;
  for (const jobs::TableBinding& table : spec.tables) {
    if (!table.is_query) flow.reads.push_back(BoundTable(table));
  }
  queries.AddReads(flow);
  for (const jobs::TableBinding& table : spec.outputs) flow.writes.push_back(BoundTable(table));
  out.Flow(flow);
}

// Stores the statement and its parameters without a secret that a variable has given.
void KeepText(const std::string& kept, jobs::JobSpec* spec) {
  spec->statement = kept;
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(kept);
  if (!parsed.ok() || !syntax::IsA<syntax::PaiStatement>(**parsed)) {
    spec->parameters.clear();
    return;
  }
  for (const auto& one : syntax::As<syntax::PaiStatement>(**parsed).parameters) {
    spec->parameters[one.key] = one.value;
  }
}

// A line for each table and model of a job.
std::string JobText(const jobs::JobSpec& spec) {
  std::string text = "Job " + spec.algorithm + "\n";
  for (const jobs::TableBinding& table : spec.tables) {
    text += "  reads " + (table.is_query ? "the rows of a query" : BoundTable(table).name) + "\n";
  }
  for (const jobs::TableBinding& table : spec.outputs) {
    text += "  writes " + BoundTable(table).name + "\n";
  }
  if (spec.model)
    text += "  writes the model " + spec.model->project + "." + spec.model->name + "\n";
  return text;
}

}  // namespace

Status ExplainPai(const syntax::PaiStatement& statement, Run& run) {
  JobQueries queries(run);
  const pai::BuildContext context = PaiContext(run, queries);
  PAISQL_ASSIGN(const pai::Work work, pai::BuildWork(statement, context));
  if (const auto* const sql = std::get_if<pai::SqlWork>(&work)) {
    return ExplainSqlWork(*sql, context, run);
  }
  if (run.state.checking()) return Status::Ok();
  PlanLines lines;
  AddNotes(JobText(std::get<jobs::JobSpec>(work)), lines);
  return ShowPlan(std::move(lines), run);
}

Status RunPai(const syntax::PaiStatement& statement, Run& run) {
  JobQueries queries(run);
  const pai::BuildContext context = PaiContext(run, queries);
  PAISQL_ASSIGN(pai::Work work, pai::BuildWork(statement, context));
  if (const auto* const sql = std::get_if<pai::SqlWork>(&work)) {
    if (!statement.cost) return RunSqlWork(*sql, context, queries, run);
    PAISQL_ASSIGN(const int64_t bytes, InputBytes(*sql, context, run));
    return run.state.checking() ? Status::Ok() : TellCost(bytes, 1, run);
  }
  jobs::JobSpec& spec = std::get<jobs::JobSpec>(work);
  if (!run.kept.empty()) KeepText(run.kept, &spec);
  const SourceRange range = statement.name.has_value() ? statement.name->range : statement.range;
  if (TellsFlow(run)) TellFlow(spec, queries, run.out);
  if (statement.cost) {
    return run.state.checking() ? Status::Ok() : ShowCost(spec, queries, range, run);
  }
  return StartJob(spec, queries, range, run);
}

}  // namespace paisql::session
