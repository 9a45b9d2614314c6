// CLONE TABLE: the target lists the source's files under names of its own, so nothing is copied.

#include <algorithm>

#include "analysis/clone_table.h"
#include "execution/keep_all.h"
#include "execution/share_files.h"
#include "session/data_flow.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/confirm.h"
#include "store/table_write.h"

namespace paisql::session {

namespace {

using execution::PartitionValues;

class Cloning {
 public:
  Cloning(const syntax::CloneTableStatement& statement, const analysis::ClonePlan& plan, Run& run)
      : statement_(statement), plan_(plan), run_(run), values_(plan.partitions) {}

  Status Clone() {
    PAISQL_TRY(LookAtTarget());
    const bool ignores = statement_.if_exists == syntax::IfCloned::kIgnore && !taken_.empty();
    const bool nothing = plan_.source.partitioned() ? values_.empty() : ignores;
    if (plan_.target.id != 0 && nothing) return Status::Ok();
    return run_.state.checking() ? Check() : Copy();
  }

 private:
  bool overwrites() const { return statement_.if_exists == syntax::IfCloned::kOverwrite; }
  const SourceRange& range() const { return statement_.target.range; }

  // Judges what of the target is there already: the table itself, or partitions.
  Status LookAtTarget() {
    const store::Table& target = plan_.target;
    if (target.id == 0) return Status::Ok();
    if (!target.partitioned()) {
      taken_.emplace_back();
    } else {
      PAISQL_ASSIGN_AT(range(), const std::vector<store::Partition> there,
                       run_.state.catalog().ListPartitions(target.id));
      for (const store::Partition& one : there) {
        if (std::find(values_.begin(), values_.end(), one.values) == values_.end()) continue;
        taken_.push_back(one.values);
        ids_.push_back(one.id);
      }
    }
    if (taken_.empty()) return Status::Ok();
    if (statement_.if_exists == syntax::IfCloned::kFail) return Exists();
    if (overwrites()) return AskFirst();
    std::erase_if(values_, [&](const PartitionValues& one) {
      return std::find(taken_.begin(), taken_.end(), one) != taken_.end();
    });
    return Status::Ok();
  }

  Error Exists() const {
    store::Partition partition;
    partition.values = taken_.front();
    return {ErrorCode::kPartition,
            "partition " + partition.Name(plan_.target) + " of table " +
                plan_.target.QualifiedName() + " already exists",
            range(), "write IF EXISTS OVERWRITE to replace its rows, or IF EXISTS IGNORE"};
  }

  Status AskFirst() const {
    PAISQL_ASSIGN_AT(
        range(), const Loss loss,
        plan_.target.partitioned() ? LossOf(plan_.target, ids_, run_) : LossOf(plan_.target, run_));
    return ConfirmLoss("CLONE TABLE to " + plan_.target.QualifiedName(), loss, range(), run_);
  }

  // Rows stay where they are in a check.
  Status Check() const {
    store::CatalogTransaction transaction = run_.state.catalog().Begin();
    const int64_t target =
        plan_.target.id == 0 ? transaction.CreateTable(plan_.target) : plan_.target.id;
    if (!values_.empty()) {
      transaction.Add(store::change::AddPartitions{target, values_, true});
    }
    run_.state.unknowns().NoteRows();
    if (transaction.empty()) return Status::Ok();
    PAISQL_TRY_AT(range(), transaction.Commit());
    return Status::Ok();
  }

  Status Copy() const {
    State& state = run_.state;
    PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(state));
    return store::RetryOnConflict([&]() -> Status {
      execution::Staging staging(state);
      store::TableWrite write(state.catalog());
      PAISQL_ASSIGN(store::WriteRequest request, Stage(staging));
      if (overwrites()) request.mode = store::WriteMode::kOverwrite;
      request.table_id =
          plan_.target.id == 0 ? write.transaction().CreateTable(plan_.target) : plan_.target.id;
      if (plan_.target.id != 0 && !overwrites() && !values_.empty()) {
        // Another one may have made them meanwhile.
        write.transaction().Add(store::change::AddPartitions{plan_.target.id, values_, false});
      }
      write.Put(std::move(request));
      PAISQL_TRY_AT(range(), write.Commit());
      run_.outcome.rows_written = write.rows();
      if (overwrites()) run_.outcome.rows_replaced = write.replaced_rows();
      return Status::Ok();
    });
  }

  Result<store::WriteRequest> Stage(execution::Staging& staging) const {
    PAISQL_ASSIGN_AT(statement_.source.range, const store::FileListing listing,
                     run_.state.catalog().ListFiles(plan_.source, std::nullopt));
    store::WriteRequest request;
    request.schema_version = plan_.target.id == 0 ? 1 : plan_.target.schema_version;
    request.table_name = plan_.target.QualifiedName();
    request.named_partitions = values_;
    const auto wanted = [this](const PartitionValues& values) {
      const bool named = std::find(values_.begin(), values_.end(), values) != values_.end();
      return plan_.source.partitioned() && !named ? std::nullopt : std::optional(values);
    };
    PAISQL_ASSIGN_AT(statement_.source.range, request.files,
                     execution::SharePartitions(run_.state, plan_.source, listing, plan_.target,
                                                wanted, staging, run_.state.Execution()));
    return request;
  }

  const syntax::CloneTableStatement& statement_;
  const analysis::ClonePlan& plan_;
  Run& run_;
  std::vector<PartitionValues> values_;  // of the partitions that are written
  std::vector<PartitionValues> taken_;   // what of them is there; {} for a table without partitions
  std::vector<int64_t> ids_;             // of the taken ones
};

}  // namespace

Status RunCloneTable(const syntax::CloneTableStatement& statement, Run& run) {
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const analysis::ClonePlan plan, analysis::AnalyzeClone(statement, context));
  if (TellsFlow(run)) {
    DataFlow flow;
    flow.action = "CLONE TABLE";
    flow.reads.push_back({plan.source.QualifiedName(), ""});
    flow.writes.push_back({plan.target.QualifiedName(), ""});
    run.out.Flow(flow);
  }
  PAISQL_TRY(Cloning(statement, plan, run).Clone());
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
