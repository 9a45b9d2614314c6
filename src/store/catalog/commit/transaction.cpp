// The one place where the catalog changes. The order is what makes a commit whole: staged files
// are renamed into the home; they and their names reach the disk; then, in one
// write transaction, what was read is looked at again and the rows of the catalog change, and
// COMMIT makes it visible. Whatever dies before COMMIT leaves everything as it was; files that were
// renamed by then are orphans. They carry the name of the writer's lease, so a sweep leaves them
// alone as long as the writer lives, and nobody waits for the renames of another.

#include "store/transaction.h"

#include <algorithm>

#include "base/assert.h"
#include "store/catalog/commit/change_writer.h"
#include "store/catalog/commit/commit_step.h"

namespace paisql::store {
namespace {

// Whether the disk has more space after the change than before.
struct FreesSpace {
  bool operator()(const change::DropProject&) const { return true; }
  bool operator()(const change::DropSchema&) const { return true; }
  bool operator()(const change::DropTable&) const { return true; }
  bool operator()(const change::PurgeTable&) const { return true; }
  bool operator()(const change::TruncateTable&) const { return true; }
  bool operator()(const change::TruncatePartitions&) const { return true; }
  bool operator()(const change::DropPartitions&) const { return true; }
  bool operator()(const change::DropResource&) const { return true; }
  bool operator()(const change::DropModelVersion&) const { return true; }
  bool operator()(const change::DropModel&) const { return true; }
  bool operator()(const change::DropStream&) const { return true; }
  bool operator()(const change::DropFunction&) const { return true; }
  bool operator()(const auto&) const { return false; }
};

}  // namespace

Result<CatalogWrite> BeginFor(const CommitSteps& steps, CatalogState& state) {
  const auto all = [&](auto&& holds) {
    return std::ranges::all_of(
        steps, [&](const auto& step) { return std::ranges::all_of(step->changes, holds); });
  };
  if (all([](const Change& change) { return std::visit(FreesSpace(), change); })) {
    return state.BeginRemoval();
  }
  // How a job ended must be told on a full disk, too.
  if (all([](const Change& change) { return std::holds_alternative<change::UpdateJob>(change); })) {
    return state.BeginNote();
  }
  return state.BeginWrite();
}

int64_t CatalogTransaction::CreateTable(Table table) {
  changes_.emplace_back(change::CreateTable{std::move(table)});
  return -++new_tables_;
}

Status CatalogTransaction::Commit() {
  PAISQL_ASSERT(!used_, "a transaction is committed once");
  PAISQL_ASSERT(!changes_.empty(), "a transaction changes something");
  used_ = true;
  PAISQL_TRY(state_->CheckWritable());
  DraftState* const draft = state_->draft;
  CommitSteps steps;
  CommitStep& step = *steps.emplace_back(std::make_unique<CommitStep>(*state_));
  step.reads = std::move(reads_);
  step.changes = std::move(changes_);
  step.keeps_rows = keeps_rows_;
  step.kept_ms = kept_ms_;
  PAISQL_TRY(step.placement.Place(step.changes));
  if (draft != nullptr) {
    PAISQL_TRY(draft->Translate(step, *state_));
    if (draft->hides) {
      draft->steps.push_back(std::move(steps.front()));
      return Status::Ok();
    }
  }
  PAISQL_ASSIGN(CatalogWrite write, BeginFor(steps, *state_));
  PAISQL_TRY(step.placement.Check());
  // Nobody else changes the copy on which a draft stands.
  if (draft == nullptr) PAISQL_TRY(CheckReads(state_->db, state_->home, step.reads, step.changes));
  ChangeWriter writer(*state_, step.placement, step.keeps_rows, step.kept_ms);
  for (const Change& change : step.changes) {
    PAISQL_TRY(std::visit(writer, change));
  }
  PAISQL_TRY(writer.NoteVersions());
  PAISQL_ASSIGN(std::vector<Table> created, writer.Created());
  if (draft != nullptr) {
    PAISQL_TRY(write.Commit());
    step.made = writer.made();
    draft->steps.push_back(std::move(steps.front()));
  } else {
    PAISQL_TRY(step.placement.Commit(write));
  }
  created_ = std::move(created);
  resources_ = writer.resources();
  replaced_rows_ = writer.replaced_rows();
  return Status::Ok();
}

const Table& CatalogTransaction::Created(int64_t new_table_id) const {
  return created_.at(NewTableIndex(new_table_id));
}

bool IsConflict(const Error& error) { return error.about.kind == ErrorSubject::Kind::kConflict; }

Status RetryOnConflict(const std::function<Status()>& attempt, int attempts) {
  Status status = attempt();
  while (!status.ok() && IsConflict(status.error()) && --attempts > 0) status = attempt();
  return status;
}

}  // namespace paisql::store
