#include <algorithm>

#include "plan/traverse.h"
#include "session/statements/handlers.h"
#include "session/transforms.h"
#include "session/writes.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

store::WriteRequest RequestOf(const analysis::InsertPlan& plan) {
  store::WriteRequest request;
  request.table_id = plan.table.id;
  request.schema_version = plan.table.schema_version;
  request.mode = plan.mode;
  request.named_partitions = NamedPartitions(plan.partition);
  return request;
}

// What a check knows of a write: the partitions that the statement names.
Status CommitUnwritten(const std::vector<analysis::InsertPlan>& plans, const SourceRange& range,
                       State& state) {
  std::vector<store::WriteRequest> requests;
  for (const analysis::InsertPlan& plan : plans) {
    requests.push_back(RequestOf(plan));
    const bool dynamic = plan.table.partitioned() && requests.back().named_partitions.empty();
    if (dynamic) state.unknowns().NotePartitions();
  }
  state.unknowns().NoteRows();
  PAISQL_TRY_AT(range, state.catalog().CommitWrites(requests));
  return Status::Ok();
}

// The platform lets one of two statements succeed that write a table at the same time. Here only
// that one fails which would lose rows: it replaces rows of a table that it has read, and somebody
// has changed what it read or replaces. It is not run again by itself, because its query may take
// hours and its scripts may have effects. Whoever appends, or replaces a table without reading it,
// comes before or after the others.
std::vector<store::ReadVersion> ReadAndReplaced(const std::vector<analysis::InsertPlan>& plans) {
  const auto replaces = [&plans](int64_t table_id) {
    return std::any_of(plans.begin(), plans.end(), [table_id](const auto& plan) {
      return plan.mode == store::WriteMode::kOverwrite && plan.table.id == table_id;
    });
  };
  std::vector<store::ReadVersion> reads;
  for (const analysis::InsertPlan& plan : plans) {
    for (const plan::Scan* scan : plan::CollectScans(*plan.root)) {
      if (replaces(scan->table.id)) reads.push_back(store::RowsRead(scan->table, scan->files));
    }
  }
  return reads;
}

// Runs the plans on one snapshot into staged files and lets all of them become part of their tables
// at once.
Status CommitPlans(std::vector<analysis::InsertPlan>& plans, const SourceRange& range, Run& run) {
  State& state = run.state;
  if (state.checking()) return CommitUnwritten(plans, range, state);
  ReadPin pin(state);
  std::vector<plan::Relation*> roots;
  for (analysis::InsertPlan& plan : plans) roots.push_back(plan.root.get());
  PAISQL_TRY(pin.ListForReading(roots));
  store::CatalogTransaction transaction = state.catalog().Begin();
  for (store::ReadVersion& read : ReadAndReplaced(plans)) transaction.Expect(std::move(read));
  Transforms transforms(run);
  PAISQL_TRY(transforms.Execute(roots, state.Execution()));
  Staging staging(state, run.observer);
  std::vector<store::WriteRequest> requests;
  for (analysis::InsertPlan& plan : plans) {
    store::WriteRequest& request = requests.emplace_back(RequestOf(plan));
    PAISQL_ASSIGN(request.files, staging.Write(*plan.root, plan.table, plan.partition));
  }
  transaction.Add(store::change::Write{std::move(requests)});
  PAISQL_TRY_AT(range, transaction.Commit());
  return Status::Ok();
}

Status WritePlans(std::vector<analysis::InsertPlan> plans, const SourceRange& range, Run& run) {
  const bool replaces = std::any_of(plans.begin(), plans.end(), [](const auto& plan) {
    return plan.mode == store::WriteMode::kOverwrite;
  });
  PAISQL_TRY(CommitPlans(plans, range, run));
  if (replaces) run.state.SweepReplaced();
  run.sink.Message("OK");
  return Status::Ok();
}

// A home that cannot be written is told before a long query runs.
Status CheckWritable(State& state) {
  if (state.home().writable() || state.checking()) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the home " + state.home().path() + " is read-only",
               {},
               "give write permission to it, or choose another home with --home"};
}

}  // namespace

Status RunInsert(const syntax::InsertStatement& statement, Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(analysis::InsertPlan plan, analysis::AnalyzeInsert(statement, context));
  ShowWarnings(context, run.sink);
  std::vector<analysis::InsertPlan> plans;
  plans.push_back(std::move(plan));
  return WritePlans(std::move(plans), statement.target.table.range, run);
}

Status RunMultiInsert(const syntax::MultiInsertStatement& statement, Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(std::vector<analysis::InsertPlan> plans,
                analysis::AnalyzeMultiInsert(statement, context));
  ShowWarnings(context, run.sink);
  return WritePlans(std::move(plans), statement.range, run);
}

}  // namespace paisql::session
