#include <algorithm>
#include <set>

#include "session/data_flow.h"
#include "session/statements/confirm.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/rows/row_change.h"
#include "session/statements/rows/write_external.h"
#include "session/statements/writes.h"

namespace paisql::session {

namespace {

// A check knows this of a write: the partitions that the statement names.
Status CommitUnwritten(const std::vector<analysis::WritePlan>& plans, const SourceRange& range,
                       State& state) {
  store::TableWrite write(state.catalog());
  for (const analysis::WritePlan& plan : plans) {
    const store::WriteRequest& request = write.Put(plan.target, {});
    const bool dynamic = plan.target.table.partitioned() && request.named_partitions.empty();
    if (dynamic) state.unknowns().NotePartitions();
  }
  state.unknowns().NoteRows();
  PAISQL_TRY_AT(range, write.Commit());
  return Status::Ok();
}

// INSERT OVERWRITE of no rows empties what it names, as TRUNCATE does: a mistake in a WHERE clause
// loses a whole table. So it asks where TRUNCATE asks.
Status ConfirmEmptying(const store::TableTarget& target, const store::WriteRequest& request,
                       const SourceRange& range, Run& run) {
  if (target.mode != store::WriteMode::kOverwrite || !run.state.options().interactive) {
    return Status::Ok();
  }
  const bool empty = std::all_of(request.files.begin(), request.files.end(),
                                 [](const store::StagedFile& file) { return file.rows == 0; });
  if (!empty) return Status::Ok();
  const store::Table& table = target.table;
  const std::string what = "INSERT OVERWRITE of no rows into " + table.QualifiedName();
  if (!table.partitioned()) {
    PAISQL_ASSIGN(const Loss loss, LossOf(table, run));
    return ConfirmLoss(what, loss, range, run);
  }
  std::vector<int64_t> ids;
  for (const std::vector<std::string>& values : request.named_partitions) {
    std::vector<std::optional<std::string>> match(values.begin(), values.end());
    PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                  run.state.catalog().ListPartitions(table.id, match));
    for (const store::Partition& partition : partitions) ids.push_back(partition.id);
  }
  if (ids.empty()) return Status::Ok();
  PAISQL_ASSIGN(const Loss loss, LossOf(table, ids, run));
  return ConfirmLoss(what, loss, range, run);
}

// The partitions, {{}} without, to which each of a statement's plans has added a file.
using Appended = std::vector<std::vector<std::vector<std::string>>>;

// The platform lets one of two statements succeed that write a table at the same time. Here only
// that one fails which would lose rows (execution/table_write.h).
Result<Appended> CommitOnce(const std::vector<analysis::WritePlan>& plans, const SourceRange& range,
                            Run& run) {
  std::vector<execution::PlannedWrite> writes;
  for (const analysis::WritePlan& plan : plans) writes.push_back(Planned(plan));
  execution::TableWrite write(run.state, std::move(writes), RunOptionsOf(run));
  PAISQL_TRY(write.Stage([&](const store::TableTarget& target, const store::WriteRequest& request) {
    return ConfirmEmptying(target, request, range, run);
  }));
  run.outcome.rows_written = write.rows();
  PAISQL_TRY_AT(range, write.Commit());
  run.outcome.rows_replaced = write.replaced_rows();
  Appended appended;
  for (size_t i = 0; i < plans.size(); ++i) appended.push_back(write.AppendedTo(i));
  return appended;
}

// Whether another writer who gets in the way is a reason to run the plans again: rows of a table
// with a PRIMARY KEY rest on those that it has. What a stream gives stands in the plan.
bool MayRunAgain(const std::vector<analysis::WritePlan>& plans) {
  bool keyed = false;
  for (const analysis::WritePlan& plan : plans) {
    const bool appends = plan.target.mode == store::WriteMode::kAppend;
    keyed = keyed || (appends && !plan.target.table.traits.primary_key.empty());
    for (const plan::Scan* scan : plan::CollectScans(*plan.root)) {
      if (scan->history && scan->history->stream_id != 0) return false;
    }
  }
  return keyed;
}

Result<Appended> CommitPlans(const std::vector<analysis::WritePlan>& plans,
                             const SourceRange& range, Run& run) {
  if (!MayRunAgain(plans)) return CommitOnce(plans, range, run);
  Appended appended;
  PAISQL_TRY(RunAgainstOthers(run.state, [&]() -> Status {
    PAISQL_ASSIGN(appended, CommitOnce(plans, range, run));
    return Status::Ok();
  }));
  return appended;
}

// INSERT into an external table.
Status WriteFilesOf(const analysis::WritePlan& plan, const SourceRange& range, Run& run) {
  const store::TableTarget& target = plan.target;
  const ExternalTarget files{*store::ExternalOf(target.table), target.table, target.partition,
                             target.mode == store::WriteMode::kOverwrite, range};
  PAISQL_ASSIGN(run.outcome.rows_written, WriteExternal(*plan.root, files, run));
  // The catalog's transaction has no part in the files.
  store::CatalogTransaction transaction = run.state.catalog().Begin();
  std::set<int64_t> streams;
  execution::MoveStreams(*plan.root, transaction, streams);
  if (!streams.empty()) PAISQL_TRY_AT(range, transaction.Commit());
  run.out.Done();
  return Status::Ok();
}

Status WritePlans(const std::vector<analysis::WritePlan>& plans,
                  const analysis::AnalysisContext& context, const SourceRange& range, Run& run) {
  ShowWarnings(context, run.out);
  if (TellsFlow(run)) {
    for (const analysis::WritePlan& plan : plans) run.out.Flow(FlowOf(plan, context));
  }
  if (plans.size() == 1 && store::IsExternal(plans[0].target.table) && !run.state.checking()) {
    return WriteFilesOf(plans[0], range, run);
  }
  Appended appended;
  if (run.state.checking()) {
    PAISQL_TRY(CommitUnwritten(plans, range, run.state));
  } else {
    PAISQL_ASSIGN(appended, CommitPlans(plans, range, run));
  }
  // Nothing pins the replaced files any more.
  if (run.outcome.rows_replaced.has_value() || MayRunAgain(plans)) run.state.SweepReplaced();
  run.out.Done();
  for (size_t i = 0; i < appended.size(); ++i) {
    MergeAfterWrite(plans[i].target.table, appended[i], run.state);
  }
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

Status LeaveOutExisting(const syntax::InsertTarget& target, const analysis::WritePlan& plan,
                        Run& run, bool& exists) {
  exists = false;
  if (!target.if_not_exists) return Status::Ok();
  const std::vector<std::vector<std::string>> named = plan.target.NamedPartitions();
  if (named.size() != 1) {
    return Error{ErrorCode::kSemantic, "IF NOT EXISTS needs a partition with all its values",
                 target.table.range, "write PARTITION (p='1') IF NOT EXISTS"};
  }
  PAISQL_ASSIGN_AT(target.table.range, const std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(
                       plan.target.table.id, {named.front().begin(), named.front().end()}));
  exists = !found.empty();
  return Status::Ok();
}

Status RunInsert(const syntax::InsertStatement& statement, Run& run) {
  analysis::AnalysisContext context = run.state.MakeContext();
  return InsertRows(statement, std::move(context), run);
}

Status InsertRows(const syntax::InsertStatement& statement, analysis::AnalysisContext context,
                  Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  PAISQL_ASSIGN(analysis::WritePlan plan, analysis::AnalyzeInsert(statement, context));
  bool exists = false;
  PAISQL_TRY(LeaveOutExisting(statement.target, plan, run, exists));
  std::vector<analysis::WritePlan> plans;
  if (!exists) plans.push_back(std::move(plan));
  return WritePlans(plans, context, statement.target.table.range, run);
}

Status RunMultiInsert(const syntax::MultiInsertStatement& statement, Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(std::vector<analysis::WritePlan> plans,
                analysis::AnalyzeMultiInsert(statement, context));
  for (size_t i = plans.size(); i-- > 0;) {
    bool exists = false;
    PAISQL_TRY(LeaveOutExisting(statement.branches[i].target, plans[i], run, exists));
    if (exists) plans.erase(plans.begin() + static_cast<ssize_t>(i));
  }
  return WritePlans(plans, context, statement.range, run);
}

}  // namespace paisql::session
