// The statements of a script: what they read is computed and what they write is staged at once, and
// all of it becomes rows of tables at the end.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "engine/arrow/share.h"
#include "plan/traverse.h"
#include "session/data_flow.h"
#include "session/sink.h"
#include "session/statement_rights.h"
#include "session/statements/dispatch.h"
#include "session/statements/quiet_sink.h"
#include "session/statements/scripts/rules.h"
#include "session/statements/scripts/script_run.h"
#include "session/statements/stream_query.h"
#include "session/statements/writes.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

// Rows that are shown stay in memory until all of them have come, up to so many bytes.
constexpr int64_t kMaxWaitingBytes = int64_t{128} << 20;

// Batches that have come already, then those of the stream.
class WaitedStream : public engine::ResultStream {
 public:
  explicit WaitedStream(engine::ResultStream& rows) : rows_(rows) {}

  // Reads to the end, or up to the bound.
  Status Wait() {
    int64_t bytes = 0;
    while (bytes <= kMaxWaitingBytes) {
      PAISQL_ASSIGN(engine::Batch batch, rows_.Next());
      ended_ = !batch;
      if (ended_) return Status::Ok();
      bytes += engine::BytesOf(batch, rows_.columns().size());
      waiting_.push_back(std::move(batch));
    }
    return Status::Ok();
  }
  const std::vector<engine::ResultColumn>& columns() const override { return rows_.columns(); }
  Result<engine::Batch> Next() override {
    if (!waiting_.empty()) {
      engine::Batch batch = std::move(waiting_.front());
      waiting_.pop_front();
      return batch;
    }
    return ended_ ? Result<engine::Batch>(engine::Batch()) : rows_.Next();
  }

 private:
  engine::ResultStream& rows_;
  std::deque<engine::Batch> waiting_;
  bool ended_ = false;
};

Error ReadAfterWrite(const std::string& table, const SourceRange& range) {
  return {ErrorCode::kSemantic,
          fmt::format("table {} is read after an earlier statement of the script writes it", table),
          range,
          "read a variable that holds the rows, or SET odps.sql.step.script.mode=true; to "
          "run one statement after another"};
}

}  // namespace

Status ScriptRun::CheckReads(const plan::Relation& root) const {
  if (written_.empty() || serial_) return Status::Ok();
  for (const plan::Scan* const scan : plan::CollectScans(root)) {
    for (const Written& one : written_) {
      if (one.table_id != scan->table.id || scan->range.begin < one.begin) continue;
      return ReadAfterWrite(scan->table.QualifiedName(), scan->range);
    }
  }
  return Status::Ok();
}

Status ScriptRun::CheckUnwritten(const store::Table& table, const SourceRange& range) const {
  const bool written =
      std::ranges::any_of(written_, [&](const Written& one) { return one.table_id == table.id; });
  return written ? Status(ReadAfterWrite(table.QualifiedName(), range)) : Status::Ok();
}

Status ScriptRun::RunStatement(const syntax::Statement& statement) {
  for (const syntax::StatementNote& note : statement.notes) {
    if (state_.SayOnce(note.text)) run_.sink.Warn(note.range, note.text);
  }
  PAISQL_TRY(CheckRights(statement, run_));
  if (KindOf(statement) == StatementKind::kVariables) return TellVariables(statement);
  if (serial_ && !script_->explains) {
    ForgetPlans();
    return Handle(statement);
  }
  if (const auto* const select = syntax::If<syntax::SelectStatement>(statement)) {
    return Select(*select);
  }
  if (const auto* const insert = syntax::If<syntax::InsertStatement>(statement)) {
    return Insert(*insert);
  }
  if (const auto* const change = syntax::If<syntax::RowChangeStatement>(statement)) {
    return Change(*change);
  }
  if (const auto* const several = syntax::If<syntax::MultiInsertStatement>(statement)) {
    return MultiInsert(*several);
  }
  if (KindOf(statement) == StatementKind::kMakesTable) {
    return MakeTable(syntax::As<syntax::CreateTableStatement>(statement));
  }
  return Define(statement);
}

Status ScriptRun::Select(const syntax::SelectStatement& statement) {
  run_.outcome.query = !script_->explains;
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::QueryPlan plan, analysis::AnalyzeQuery(statement.query, context));
  ShowWarnings(context, run_.out);
  if (checking()) {
    PAISQL_TRY(CheckReads(*plan.root));
    if (script_->explains) {
      Explain("Show rows", plan);
      return Status::Ok();
    }
    if (TellsFlow(run_)) run_.out.Flow(FlowOf("SELECT", *plan.root, context));
    state_.last_result().SetColumns(plan.root->output);
    return Status::Ok();
  }
  wants_all_rows_ = statement.query.limit != nullptr;
  PAISQL_ASSIGN(shown_, Take(std::move(plan)));
  return Status::Ok();
}

Status ScriptRun::Insert(const syntax::InsertStatement& statement) {
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::WritePlan plan, analysis::AnalyzeInsert(statement, context));
  bool exists = false;
  PAISQL_TRY(LeaveOutExisting(statement.target, plan, run_, exists));
  std::vector<analysis::WritePlan> plans;
  if (!exists) plans.push_back(std::move(plan));
  return Stage(std::move(plans), context, statement.target.table.range);
}

Status ScriptRun::MultiInsert(const syntax::MultiInsertStatement& statement) {
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(std::vector<analysis::WritePlan> plans,
                analysis::AnalyzeMultiInsert(statement, context));
  for (size_t i = plans.size(); i-- > 0;) {
    bool exists = false;
    PAISQL_TRY(LeaveOutExisting(statement.branches[i].target, plans[i], run_, exists));
    if (exists) plans.erase(plans.begin() + static_cast<ssize_t>(i));
  }
  return Stage(std::move(plans), context, statement.range);
}

Status ScriptRun::MakeTable(const syntax::CreateTableStatement& statement) {
  if (statement.temporary) PAISQL_TRY_AT(statement.table.range, state_.MakeTemporaryPlace());
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::CreateTablePlan plan, analysis::AnalyzeCreateTable(statement, context));
  const store::Table& table = plan.write.target.table;
  if (plan.if_not_exists) {
    PAISQL_ASSIGN_AT(statement.table.range, const std::optional<store::Table> existing,
                     state_.catalog().FindTable(table.project, table.name));
    if (existing.has_value()) return Status::Ok();
  }
  DropReplaced(plan, write_.transaction());
  std::vector<analysis::WritePlan> plans;
  plans.push_back(std::move(plan.write));
  return Stage(std::move(plans), context, statement.table.range);
}

Status ScriptRun::Stage(std::vector<analysis::WritePlan> plans,
                        const analysis::AnalysisContext& context, const SourceRange& range) {
  ShowWarnings(context, run_.out);
  for (const analysis::WritePlan& plan : plans) {
    PAISQL_TRY(CheckReads(*plan.root));
    if (!TellsFlow(run_) || script_->explains) continue;
    DataFlow flow = FlowOf(plan, context);
    if (plan.target.table.id == 0) flow.action = "CREATE TABLE AS";
    run_.out.Flow(flow);
  }
  write_.BeginNext();
  write_range_ = range;
  for (analysis::WritePlan& plan : plans) {
    const analysis::WritePlan& kept = writes_.emplace_back(std::move(plan));
    std::vector<store::StagedFile> files;
    if (script_->explains) {
      explained_.push_back({WriteTitle(kept.target), kept.root.get()});
    } else if (checking()) {
      const bool dynamic = kept.target.table.partitioned() && kept.target.NamedPartitions().empty();
      if (dynamic) state_.unknowns().NotePartitions();
      state_.unknowns().NoteRows();
    } else {
      const execution::PlannedWrite planned = Planned(kept);
      PAISQL_TRY(Plans().Add({planned.title, planned.root}));
      roots_.push_back(planned.root);
      PAISQL_ASSIGN(files, Plans().Write({planned.title, planned.root}, kept.target.table,
                                         kept.target.partition));
    }
    if (kept.target.table.traits.primary_key.empty()) {
      write_.Put(kept.target, std::move(files));
    } else {
      PAISQL_TRY(Wait(kept.target, std::move(files), range));
    }
  }
  for (size_t i = writes_.size() - plans.size(); i < writes_.size(); ++i) {
    written_.push_back({writes_[i].target.table.id, range.begin});
  }
  return Status::Ok();
}

Status ScriptRun::Wait(const store::TableTarget& target, std::vector<store::StagedFile> files,
                       const SourceRange& range) {
  if (target.table.id != 0) {
    for (const Written& one : written_) {
      if (one.changed && one.table_id == target.table.id) {
        return ReadAfterWrite(target.table.QualifiedName(), range);
      }
    }
    auto waiting = std::ranges::find(waiting_, target.table.id,
                                     [](const Waiting& one) { return one.table.id; });
    if (waiting == waiting_.end()) waiting = waiting_.insert(waiting, Waiting{});
    waiting->Add(target, std::move(files));
    return Status::Ok();
  }
  store::TableTarget made = target;
  if (!checking()) {
    PAISQL_TRY(state_.KeepKeys(made, files, keyed_staging_, write_));
  }
  write_.Put(made, std::move(files));
  return Status::Ok();
}

void ScriptRun::Waiting::Add(const store::TableTarget& target,
                             std::vector<store::StagedFile> more) {
  table = target.table;
  const std::vector<std::vector<std::string>> named = target.NamedPartitions();
  if (target.mode == store::WriteMode::kOverwrite) {
    std::set<std::vector<std::string>> replaced(named.begin(), named.end());
    if (!table.partitioned()) replaced.insert(std::vector<std::string>());
    for (const store::StagedFile& file : more) replaced.insert(file.partition_values);
    for (Part* const part : {&overwritten, &appended}) {
      std::erase_if(part->files, [&](const store::StagedFile& file) {
        return replaced.contains(file.partition_values);
      });
    }
    if (!table.partitioned()) appended.written = false;
    overwritten.written = true;
    overwritten.partitions.merge(replaced);
    std::ranges::move(more, std::back_inserter(overwritten.files));
    return;
  }
  const bool replaces_all = overwritten.written && !table.partitioned();
  appended.written = appended.written || !replaces_all;
  appended.partitions.insert(named.begin(), named.end());
  for (store::StagedFile& file : more) {
    const bool replaces = overwritten.partitions.contains(file.partition_values);
    (replaces ? overwritten : appended).files.push_back(std::move(file));
  }
}

Status ScriptRun::PutPart(const store::Table& table, store::WriteMode mode, Waiting::Part& part) {
  if (!part.written) return Status::Ok();
  store::TableTarget target{table, mode, {}, {}};
  if (!checking()) {
    PAISQL_ASSIGN_AT(write_range_, const int64_t kept,
                     state_.KeepKeys(target, part.files, keyed_staging_, write_));
    kept_rows_ += kept;
  }
  store::WriteRequest request;
  request.table_id = table.id;
  request.schema_version = table.schema_version;
  request.mode = target.mode;
  request.files = std::move(part.files);
  if (table.partitioned()) {
    request.named_partitions.assign(part.partitions.begin(), part.partitions.end());
  }
  request.table_name = table.QualifiedName();
  request.replaced = std::move(target.replaced);
  write_.Put(std::move(request));
  return Status::Ok();
}

Status ScriptRun::PutWaiting() {
  for (Waiting& one : waiting_) {
    PAISQL_TRY(PutPart(one.table, store::WriteMode::kOverwrite, one.overwritten));
    PAISQL_TRY(PutPart(one.table, store::WriteMode::kAppend, one.appended));
  }
  return Status::Ok();
}

// DDL happens at its place: what follows is analysed with it.
Status ScriptRun::Define(const syntax::Statement& statement) {
  if (script_->explains) {
    if (const auto* const explain = syntax::If<syntax::ExplainStatement>(statement)) {
      return RunStatement(*explain->statement);
    }
    Explain(statement);
  }
  return Handle(statement);
}

Status ScriptRun::TellVariables(const syntax::Statement& statement) {
  if (script_->explains) Explain(statement);
  const auto* const drop = syntax::If<syntax::DropVariablesStatement>(statement);
  if (drop == nullptr) return script_->explains ? Status::Ok() : Handle(statement);
  PAISQL_TRY(Handle(statement));
  for (const syntax::Identifier& one : drop->variables) declared_.erase(ToLower(one.text));
  return Status::Ok();
}

Status ScriptRun::Handle(const syntax::Statement& statement) {
  QuietSink sink(run_.sink, script_->explains);
  Run inner{state_, sink, sink, run_.text, {}, run_.observer, run_.kept};
  PAISQL_TRY(session::RunStatement(statement, inner));
  run_.outcome.query = run_.outcome.query || inner.outcome.query;
  if (inner.outcome.rows_written) {
    run_.outcome.rows_written = run_.outcome.rows_written.value_or(0) + *inner.outcome.rows_written;
  }
  run_.outcome.all_rows = inner.outcome.all_rows;
  run_.outcome.least_rows = inner.outcome.least_rows;
  if (!inner.outcome.declined.empty()) run_.outcome.declined = inner.outcome.declined;
  return Status::Ok();
}

Status ScriptRun::BeginDraft() {
  // A check stands on a copy already, and what follows the script is checked with it.
  if (draft_ != nullptr || (state_.checking() && !script_->explains)) return Status::Ok();
  PAISQL_ASSIGN(draft_, store::CatalogDraft::Begin(state_.catalog()));
  return Status::Ok();
}

Status ScriptRun::HandleLater(const syntax::Statement& statement, int64_t table_id, size_t begin) {
  PAISQL_TRY(BeginDraft());
  if (draft_ != nullptr) draft_->Hide(true);
  Status handled = Handle(statement);
  if (draft_ != nullptr) draft_->Hide(false);
  written_.push_back({table_id, begin, true});
  return handled;
}

Status ScriptRun::Change(const syntax::RowChangeStatement& statement) {
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::RowChangePlan plan, analysis::AnalyzeRowChange(statement, {}, context));
  for (const plan::RelationPtr* const root : {&plan.touched, &plan.rewritten, &plan.inserted}) {
    if (*root != nullptr) PAISQL_TRY(CheckReads(**root));
  }
  PAISQL_TRY(CheckUnwritten(plan.table, statement.table.range));
  if (script_->explains) {
    written_.push_back({plan.table.id, statement.table.range.begin, true});
    ShowWarnings(context, run_.out);
    const analysis::RowChangePlan& kept = changes_.emplace_back(std::move(plan));
    for (auto& [title, root] : TitlesOf(kept)) explained_.push_back({title, root});
    return Status::Ok();
  }
  return HandleLater(statement, plan.table.id, statement.table.range.begin);
}

Status ScriptRun::Commit() {
  if (writes_.empty() && draft_ == nullptr) return Status::Ok();
  bool overwrites = false;
  if (!checking()) {
    if (!writes_.empty()) {
      run_.outcome.rows_written =
          run_.outcome.rows_written.value_or(0) + write_.rows() - kept_rows_;
    }
    std::set<int64_t> streams;
    for (const plan::Relation* const root : roots_) {
      execution::MoveStreams(*root, write_.transaction(), streams);
    }
    for (const analysis::WritePlan& write : writes_) {
      const bool overwrites_it = write.target.mode == store::WriteMode::kOverwrite;
      overwrites = overwrites || overwrites_it;
      if (!overwrites_it && write.target.table.traits.primary_key.empty()) continue;
      for (const plan::Relation* const root : roots_) {
        for (const plan::Scan* const scan : plan::CollectScans(*root)) {
          if (scan->history || scan->table.id != write.target.table.id) continue;
          write_.Expect(store::RowsRead(write.target.table, *Plans().bindings().FilesOf(*scan)));
        }
      }
    }
  }
  PAISQL_TRY_AT(write_range_, write_.Commit());
  if (draft_ != nullptr) {
    PAISQL_TRY_AT(write_range_, draft_->Commit());
    draft_.reset();
  }
  if (overwrites) run_.outcome.rows_replaced = write_.replaced_rows();
  return Status::Ok();
}

// Nothing is shown before all has happened, as long as the rows can wait for that in memory.
Status ScriptRun::Finish() {
  PAISQL_TRY(PutWaiting());
  if (shown_ == nullptr) {
    PAISQL_TRY(Commit());
  } else {
    if (wants_all_rows_) run_.out.WantsAllRows();
    PAISQL_TRY(Plans().Stream({"", shown_}, [&](engine::ResultStream& rows) -> Status {
      if (writes_.empty() && draft_ == nullptr) return ShowRows(rows, run_);
      WaitedStream waited(rows);
      PAISQL_TRY(waited.Wait());
      PAISQL_TRY(Commit());
      return ShowRows(waited, run_);
    }));
  }
  ForgetPlans();
  if (run_.outcome.rows_replaced.has_value() || !waiting_.empty()) state_.SweepReplaced();
  for (const store::WriteRequest& request : write_.requests()) {
    if (request.mode == store::WriteMode::kOverwrite || checking()) continue;
    std::set<std::vector<std::string>> partitions;
    for (const store::StagedFile& file : request.files) partitions.insert(file.partition_values);
    const auto written = std::ranges::find_if(writes_, [&](const analysis::WritePlan& one) {
      return one.target.table.id == request.table_id;
    });
    if (written == writes_.end()) continue;  // it is new
    MergeAfterWrite(written->target.table, {partitions.begin(), partitions.end()}, state_);
  }
  return Status::Ok();
}

}  // namespace paisql::session
