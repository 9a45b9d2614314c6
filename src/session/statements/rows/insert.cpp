#include <algorithm>

#include "plan/traverse.h"
#include "session/data_flow.h"
#include "session/statements/confirm.h"
#include "session/statements/handlers.h"
#include "session/statements/merge_after_write.h"
#include "session/statements/plan_titles.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

store::WriteRequest RequestOf(const analysis::InsertPlan& plan) {
  store::WriteRequest request;
  request.table_id = plan.table.id;
  request.schema_version = plan.table.schema_version;
  request.mode = plan.mode;
  request.named_partitions = execution::NamedPartitions(plan.partition);
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
std::vector<store::ReadVersion> ReadAndReplaced(const std::vector<analysis::InsertPlan>& plans,
                                                const engine::Bindings& bindings) {
  std::vector<store::ReadVersion> reads;
  for (const analysis::InsertPlan& plan : plans) {
    for (const plan::Scan* scan : plan::CollectScans(*plan.root)) {
      const auto target = std::find_if(plans.begin(), plans.end(), [scan](const auto& other) {
        return other.mode == store::WriteMode::kOverwrite && other.table.id == scan->table.id;
      });
      if (target == plans.end()) continue;
      reads.push_back(store::RowsRead(target->table, *bindings.FilesOf(*scan)));
    }
  }
  return reads;
}

// The partitions, {{}} without, to which each of a statement's plans has added a file.
using Appended = std::vector<std::vector<std::vector<std::string>>>;

Appended AppendedTo(const std::vector<store::WriteRequest>& requests) {
  Appended appended;
  for (const store::WriteRequest& request : requests) {
    auto& partitions = appended.emplace_back();
    if (request.mode != store::WriteMode::kAppend) continue;
    for (const store::StagedFile& file : request.files) {
      if (partitions.empty() || partitions.back() != file.partition_values) {
        partitions.push_back(file.partition_values);
      }
    }
  }
  return appended;
}

// INSERT OVERWRITE of no rows empties what it names, as TRUNCATE does: a mistake in a WHERE clause
// loses a whole table. So it asks where TRUNCATE asks.
Status ConfirmEmptying(const analysis::InsertPlan& plan, const store::WriteRequest& request,
                       const SourceRange& range, Run& run) {
  if (request.mode != store::WriteMode::kOverwrite || !run.state.options().interactive) {
    return Status::Ok();
  }
  const bool empty = std::all_of(request.files.begin(), request.files.end(),
                                 [](const store::StagedFile& file) { return file.rows == 0; });
  if (!empty) return Status::Ok();
  const std::string what = "INSERT OVERWRITE of no rows into " + plan.table.QualifiedName();
  if (!plan.table.partitioned()) {
    PAISQL_ASSIGN(const Loss loss, LossOf(plan.table, run));
    return ConfirmLoss(what, loss, range, run);
  }
  std::vector<int64_t> ids;
  for (const std::vector<std::string>& values : request.named_partitions) {
    std::vector<std::optional<std::string>> match(values.begin(), values.end());
    PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                  run.state.catalog().ListPartitions(plan.table.id, match));
    for (const store::Partition& partition : partitions) ids.push_back(partition.id);
  }
  if (ids.empty()) return Status::Ok();
  PAISQL_ASSIGN(const Loss loss, LossOf(plan.table, ids, run));
  return ConfirmLoss(what, loss, range, run);
}

// Runs the plans on one snapshot into staged files and lets all of them become part of their tables
// at once.
Result<Appended> CommitPlans(const std::vector<analysis::InsertPlan>& plans,
                             const SourceRange& range, Run& run) {
  State& state = run.state;
  if (state.checking()) {
    PAISQL_TRY(CommitUnwritten(plans, range, state));
    return Appended();
  }
  std::vector<execution::TitledPlan> titled;
  for (const analysis::InsertPlan& plan : plans) {
    titled.push_back({InsertTitle(plan), plan.root.get()});
  }
  execution::PlanRun plan_run(state, std::move(titled), RunOptionsOf(run));
  PAISQL_TRY(plan_run.Prepare());
  store::CatalogTransaction transaction = state.catalog().Begin();
  for (store::ReadVersion& read : ReadAndReplaced(plans, plan_run.bindings())) {
    transaction.Expect(std::move(read));
  }
  std::vector<store::WriteRequest> requests;
  int64_t rows = 0;
  for (size_t i = 0; i < plans.size(); ++i) {
    store::WriteRequest& request = requests.emplace_back(RequestOf(plans[i]));
    PAISQL_ASSIGN(request.files,
                  plan_run.Write(plan_run.plans()[i], plans[i].table, plans[i].partition));
    for (const store::StagedFile& file : request.files) rows += file.rows;
    PAISQL_TRY(ConfirmEmptying(plans[i], request, range, run));
  }
  const bool replaces = std::any_of(requests.begin(), requests.end(), [](const auto& request) {
    return request.mode == store::WriteMode::kOverwrite;
  });
  run.outcome.rows_written = rows;
  Appended appended = AppendedTo(requests);
  transaction.Add(store::change::Write{std::move(requests)});
  PAISQL_TRY_AT(range, transaction.Commit());
  if (replaces) run.outcome.rows_replaced = transaction.replaced_rows();
  return appended;
}

Status WritePlans(const std::vector<analysis::InsertPlan>& plans,
                  const analysis::AnalysisContext& context, const SourceRange& range, Run& run) {
  ShowWarnings(context, run.sink);
  if (TellsFlow(run)) {
    for (const analysis::InsertPlan& plan : plans) run.sink.Flow(FlowOf(plan, context));
  }
  const bool replaces = std::any_of(plans.begin(), plans.end(), [](const auto& plan) {
    return plan.mode == store::WriteMode::kOverwrite;
  });
  PAISQL_ASSIGN(const Appended appended, CommitPlans(plans, range, run));
  if (replaces) run.state.SweepReplaced();
  run.sink.Done();
  for (size_t i = 0; i < appended.size(); ++i) {
    MergeAfterWrite(plans[i].table, appended[i], run.state);
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

// Takes the writes away whose partition is there: INSERT … PARTITION (…) IF NOT EXISTS.
Status LeaveOutExisting(const syntax::InsertTarget& target, const analysis::InsertPlan& plan,
                        Run& run, bool& exists) {
  exists = false;
  if (!target.if_not_exists) return Status::Ok();
  const std::vector<std::vector<std::string>> named = execution::NamedPartitions(plan.partition);
  if (named.size() != 1) {
    return Error{ErrorCode::kSemantic, "IF NOT EXISTS needs a partition with all its values",
                 target.table.range, "write PARTITION (p='1') IF NOT EXISTS"};
  }
  PAISQL_ASSIGN_AT(target.table.range, const std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(
                       plan.table.id, {named.front().begin(), named.front().end()}));
  exists = !found.empty();
  return Status::Ok();
}

}  // namespace

Status RunInsert(const syntax::InsertStatement& statement, Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(analysis::InsertPlan plan, analysis::AnalyzeInsert(statement, context));
  bool exists = false;
  PAISQL_TRY(LeaveOutExisting(statement.target, plan, run, exists));
  std::vector<analysis::InsertPlan> plans;
  if (!exists) plans.push_back(std::move(plan));
  return WritePlans(plans, context, statement.target.table.range, run);
}

Status RunMultiInsert(const syntax::MultiInsertStatement& statement, Run& run) {
  PAISQL_TRY(CheckWritable(run.state));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(std::vector<analysis::InsertPlan> plans,
                analysis::AnalyzeMultiInsert(statement, context));
  for (size_t i = plans.size(); i-- > 0;) {
    bool exists = false;
    PAISQL_TRY(LeaveOutExisting(statement.branches[i].target, plans[i], run, exists));
    if (exists) plans.erase(plans.begin() + static_cast<ssize_t>(i));
  }
  return WritePlans(plans, context, statement.range, run);
}

}  // namespace paisql::session
