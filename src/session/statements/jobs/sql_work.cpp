#include "session/statements/jobs/start_job.h"

#include <algorithm>

#include <set>

#include "analysis/snapshot.h"
#include "base/text.h"
#include "execution/plan_table.h"
#include "execution/table_write.h"
#include "pai/job/component_tables.h"
#include "pai/value/table_url.h"
#include "plan/traverse.h"
#include "session/data_flow.h"
#include "session/statements/plan_lines.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

// An analysed step.
struct Step {
  analysis::SnapshotPlan plan;
  analysis::UsedNames used;
  store::TableTarget target;
  SourceRange range;             // of the parameter that names the table
  bool columns_unknown = false;  // as far as a check knows
};

// The user has not typed the query's text.
Error Placed(Error error, const SourceRange& range) {
  error.range = range;
  for (Error& other : error.others) other.range = range;
  return error;
}

Result<Step> Analyze(const pai::SqlWork::Step& given, std::optional<int64_t> lifecycle_days,
                     const pai::BuildContext& context, Run& run) {
  Step step;
  step.range = given.output.value_range;
  const auto parsed = syntax::ParseQuery(given.query, &run.state.leash());
  if (!parsed.ok()) return Placed(parsed.error(), step.range);
  analysis::AnalysisContext analysis = run.state.MakeContext();
  Result<analysis::SnapshotPlan> plan = analysis::AnalyzeSnapshot(**parsed, analysis);
  if (!plan.ok()) return Placed(std::move(plan).error(), step.range);
  step.plan = std::move(plan).value();
  step.used = static_cast<const analysis::UsedNames&>(analysis);
  if (given.columns_unknown && run.state.checking()) {
    step.columns_unknown = true;
    const std::string url = pai::TableUrl(std::string(Trim(given.output.value)), context);
    if (const auto parts = pai::ReadTableUrl(url)) {
      step.target.table.project = parts->place;
      step.target.table.name = parts->table;
    }
    return step;
  }
  PAISQL_ASSIGN(jobs::TableBinding output,
                pai::OneOutput(given.output, step.plan.columns, context, &given.partition));
  if (output.table.id == 0) output.table.lifecycle_days = lifecycle_days;
  if (output.table.partitioned() && output.partition_values.empty()) {
    return Error{ErrorCode::kInvalidCommand,
                 "table " + output.table.QualifiedName() + " has partitions", step.range,
                 "name the one that is written, or another table"};
  }
  step.target.mode =
      output.table.id == 0 ? store::WriteMode::kAppend : store::WriteMode::kOverwrite;
  step.target.table = std::move(output.table);
  step.target.partition.assign(output.partition_values.begin(), output.partition_values.end());
  return step;
}

std::string TitleOf(const Step& step) { return "Output " + step.target.table.QualifiedName(); }

Status CheckDistinct(const std::vector<Step>& steps) {
  for (size_t i = 0; i < steps.size(); ++i) {
    const store::TableTarget& target = steps[i].target;
    for (size_t k = 0; k < i; ++k) {
      const store::TableTarget& earlier = steps[k].target;
      if (earlier.table.QualifiedName() != target.table.QualifiedName() ||
          earlier.partition != target.partition) {
        continue;
      }
      return Error{ErrorCode::kInvalidCommand,
                   "two outputs write to table " + target.table.QualifiedName(), steps[i].range,
                   "name a table of its own for each output"};
    }
  }
  return Status::Ok();
}

void TellStepsFlow(const std::string& algorithm, const std::vector<Step>& steps,
                   const JobQueries& queries, Output& out) {
  DataFlow all;
  queries.AddReads(all);
  for (const Step& step : steps) {
    AddReadsOf(FlowOf("", *step.plan.root, step.used), all);
    std::vector<std::string> levels;
    for (const store::Column& column : step.target.table.partition_columns) {
      levels.push_back(column.name);
    }
    all.writes.push_back(
        {step.target.table.QualifiedName(), PartitionText(levels, step.target.partition)});
  }
  all.action = "PAI " + algorithm;
  out.Flow(all);
}

Result<std::vector<Step>> AnalyzeAll(const pai::SqlWork& work, const pai::BuildContext& context,
                                     Run& run) {
  std::vector<Step> steps;
  for (const pai::SqlWork::Step& given : work.steps) {
    PAISQL_ASSIGN(steps.emplace_back(), Analyze(given, work.lifecycle_days, context, run));
  }
  PAISQL_TRY(CheckDistinct(steps));
  return steps;
}

Status CheckTargets(const std::vector<Step>& steps, Run& run) {
  for (const Step& step : steps) {
    if (step.columns_unknown) {
      run.state.unknowns().NoteMadeTable(step.target.table.name, run.state.Names());
      continue;
    }
    if (step.target.table.id != 0) continue;
    PAISQL_TRY_AT(step.range, run.state.catalog().CreateTable(step.target.table));
  }
  run.state.unknowns().NoteRows();
  return Status::Ok();
}

}  // namespace

Status RunSqlWork(const pai::SqlWork& work, const pai::BuildContext& context,
                  const JobQueries& queries, Run& run) {
  PAISQL_ASSIGN(const std::vector<Step> steps, AnalyzeAll(work, context, run));
  if (TellsFlow(run)) TellStepsFlow(work.algorithm, steps, queries, run.out);
  if (run.state.checking()) return CheckTargets(steps, run);
  for (const std::string& note : work.notes) {
    if (run.state.SayOnce(note)) run.out.Message(note);
  }
  std::vector<execution::PlannedWrite> writes;
  for (const Step& step : steps) {
    writes.push_back({TitleOf(step), step.plan.root.get(), step.target});
  }
  const SourceRange& range = steps.front().range;
  execution::TableWrite write(run.state, std::move(writes), RunOptionsOf(run));
  if (Status staged = write.Stage(); !staged.ok()) return Placed(std::move(staged).error(), range);
  PAISQL_TRY_AT(range, write.Commit());
  run.outcome.rows_written = write.rows();
  if (const auto replaced = write.replaced_rows()) {
    run.outcome.rows_replaced = replaced;
    run.state.SweepReplaced();
  }
  run.out.Done();
  return Status::Ok();
}

Result<int64_t> InputBytes(const pai::SqlWork& work, const pai::BuildContext& context, Run& run) {
  PAISQL_ASSIGN(const std::vector<Step> steps, AnalyzeAll(work, context, run));
  execution::PlanRun plans(run.state, RunOptionsOf(run));
  for (const Step& step : steps) PAISQL_TRY(plans.Add({TitleOf(step), step.plan.root.get()}));
  PAISQL_TRY(plans.List());
  std::set<std::string> read;
  int64_t bytes = 0;
  for (const Step& step : steps) {
    for (const plan::Scan* scan : plan::CollectScans(*step.plan.root)) {
      if (execution::IsHostTable(scan->table.id)) continue;
      for (const store::DataFile& file : plans.bindings().FilesOf(*scan)->files) {
        if (read.insert(file.path).second) bytes += file.bytes;
      }
    }
  }
  return bytes;
}

Status ExplainSqlWork(const pai::SqlWork& work, const pai::BuildContext& context, Run& run) {
  PAISQL_ASSIGN(const std::vector<Step> steps, AnalyzeAll(work, context, run));
  if (run.state.checking()) return Status::Ok();
  execution::PlanRun plans(run.state, RunOptionsOf(run));
  for (const Step& step : steps) PAISQL_TRY(plans.Add({TitleOf(step), step.plan.root.get()}));
  PAISQL_TRY(plans.List());
  PlanLines lines;
  for (const execution::TitledPlan& plan : plans.plans()) {
    AddPlan(plan, plans.bindings().Facts(), lines);
  }
  return ShowPlan(std::move(lines), run);
}

}  // namespace paisql::session
