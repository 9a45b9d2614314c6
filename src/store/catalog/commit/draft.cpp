// Drafts: changes are made in a copy of the catalog first, and all of them in the home at the end.
// Ids that the copy has given are others in the home, because somebody else may have made tables
// and partitions meanwhile.

#include "store/draft.h"

#include <algorithm>

#include "base/assert.h"
#include "store/catalog/catalog_database.h"
#include "store/catalog/commit/change_writer.h"
#include "store/catalog/commit/commit_step.h"
#include "store/files/partition_key.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

Result<int64_t> LastId(Database& db, const char* table) {
  PAISQL_ASSIGN(const auto last,
                db.QueryInt("SELECT seq FROM sqlite_sequence WHERE name = ?1", table));
  return last.value_or(0);
}

// Puts the ids of the home in the place of those of the copy.
class HomeIds {
 public:
  explicit HomeIds(Database& db) : db_(db) {}

  void Note(const std::vector<int64_t>& copied, const std::vector<int64_t>& made) {
    for (size_t i = 0; i < copied.size() && i < made.size(); ++i) tables_[copied[i]] = made[i];
  }

  Status Translate(CommitStep& step) const {
    for (Change& change : step.changes) {
      PAISQL_TRY(std::visit([&](auto& one) { return Translate(one, step); }, change));
    }
    return Status::Ok();
  }

 private:
  void Translate(int64_t& table_id) const {
    const auto found = tables_.find(table_id);
    if (found != tables_.end()) table_id = found->second;
  }

  template <typename One>
  Status Translate(One& one, const CommitStep& step) const {
    if constexpr (requires { one.table_id; }) Translate(one.table_id);
    if constexpr (requires { one.view_id; }) Translate(one.view_id);
    if constexpr (requires { one.stream.table_id; }) Translate(one.stream.table_id);
    if constexpr (requires { one.requests; }) {
      for (WriteRequest& request : one.requests) Translate(request.table_id);
    }
    if constexpr (requires { one.model_id; }) {
      const auto model = step.new_models.find(one.model_id);
      if (model != step.new_models.end()) {
        PAISQL_ASSIGN(const auto found,
                      db_.QueryInt("SELECT m.id FROM models m JOIN projects p ON p.id = "
                                   "m.project_id WHERE p.name = ?1 AND m.name = ?2",
                                   model->second.project, model->second.name));
        if (found.has_value()) one.model_id = *found;
      }
    }
    if constexpr (requires { one.partition_ids; }) {
      for (int64_t& id : one.partition_ids) {
        const auto key = step.new_partitions.find(id);
        if (key == step.new_partitions.end()) continue;
        PAISQL_ASSIGN(const auto found,
                      db_.QueryInt("SELECT id FROM partitions WHERE table_id = ?1 AND key = ?2",
                                   one.table_id, key->second));
        if (found.has_value()) id = *found;
      }
    }
    return Status::Ok();
  }

  Database& db_;
  std::map<int64_t, int64_t> tables_;
};

// The files that the home's tables list.
Status KeepOldFiles(std::vector<std::string>& paths, int64_t table_id, int64_t snapshot,
                    CatalogState& state) {
  PAISQL_ASSIGN(Statement find,
                state.db.Prepare("SELECT 1 FROM data_files WHERE table_id = ?1 AND path = ?2 "
                                 "AND added_at <= ?3"));
  std::vector<std::string> old;
  for (std::string& path : paths) {
    PAISQL_ASSIGN(const bool found,
                  find.Bind(table_id, ListedPath(state.home, path), snapshot).Step());
    if (found) old.push_back(std::move(path));
  }
  paths = std::move(old);
  return Status::Ok();
}

}  // namespace

Status DraftState::Translate(CommitStep& step, CatalogState& state) const {
  std::vector<ReadVersion> reads;
  for (ReadVersion& read : step.reads) {
    PAISQL_ASSIGN(const auto version,
                  state.db.QueryInt("SELECT schema_version FROM drafted_tables WHERE id = ?1",
                                    read.table_id));
    if (!version.has_value()) continue;  // nobody else knows the table
    read.schema_version = static_cast<int>(*version);
    if (read.snapshot.has_value()) read.snapshot = std::min(*read.snapshot, snapshot);
    if (read.partition_ids.has_value()) {
      std::erase_if(*read.partition_ids, [&](int64_t id) { return id > last_partition; });
    }
    if (read.files.has_value()) {
      PAISQL_TRY(KeepOldFiles(*read.files, read.table_id, snapshot, state));
    }
    reads.push_back(std::move(read));
  }
  step.reads = std::move(reads);

  const auto note = [&](const auto& one) -> Status {
    if constexpr (requires { one.model_id; }) {
      PAISQL_ASSIGN(Statement find,
                    state.db.Prepare("SELECT p.name, m.name FROM models m JOIN projects p "
                                     "ON p.id = m.project_id WHERE m.id = ?1 AND m.id > ?2"));
      PAISQL_ASSIGN(const bool found, find.Bind(one.model_id, last_model).Step());
      if (found) step.new_models[one.model_id] = {find.Text(0), find.Text(1)};
    }
    if constexpr (requires { one.partition_ids; }) {
      PAISQL_ASSIGN(Statement find, state.db.Prepare("SELECT key FROM partitions WHERE id = ?1"));
      for (const int64_t id : one.partition_ids) {
        if (id <= last_partition) continue;
        PAISQL_ASSIGN(const bool found, find.Bind(id).Step());
        if (found) step.new_partitions[id] = find.Text(0);
      }
    }
    return Status::Ok();
  };
  for (const Change& change : step.changes) PAISQL_TRY(std::visit(note, change));
  return Status::Ok();
}

CatalogDraft::CatalogDraft(CatalogState& catalog, std::unique_ptr<DraftState> draft)
    : catalog_(catalog), draft_(std::move(draft)) {
  std::swap(catalog_.db, draft_->other);
  catalog_.draft = draft_.get();
}

CatalogState& CatalogDraft::StateOf(Catalog& catalog) { return *catalog.Begin().state_; }

Result<std::unique_ptr<CatalogDraft>> CatalogDraft::Begin(Catalog& catalog) {
  CatalogState& state = StateOf(catalog);
  PAISQL_ASSERT(state.draft == nullptr, "a catalog has one draft at a time");
  PAISQL_ASSIGN(Database copy, OpenSqlite(state.home.CatalogPath(), SqliteAccess::kMemory, 0));
  auto draft = std::make_unique<DraftState>(std::move(copy));
  if (state.home.writable() && !state.is_copy) {
    PAISQL_ASSIGN(draft->lease, Lease::Acquire(state.home));
    PAISQL_TRY(draft->lease->Pin(0));
  }
  PAISQL_TRY(CopyCatalog(state.db, draft->other));
  Database& copied = draft->other;
  PAISQL_TRY(
      copied.Script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; CREATE TEMP TABLE "
                    "drafted_tables AS SELECT id, schema_version FROM tables; "
                    "CREATE INDEX temp.drafted_ids ON drafted_tables (id)"));
  PAISQL_ASSIGN(const auto snapshot, copied.QueryInt("SELECT snapshot FROM counters"));
  draft->snapshot = snapshot.value_or(0);
  PAISQL_ASSIGN(draft->last_partition, LastId(copied, "partitions"));
  PAISQL_ASSIGN(draft->last_model, LastId(copied, "models"));
  if (draft->lease != nullptr) PAISQL_TRY(draft->lease->Pin(draft->snapshot));
  return std::unique_ptr<CatalogDraft>(new CatalogDraft(state, std::move(draft)));
}

bool CatalogDraft::IsOn(Catalog& catalog) { return StateOf(catalog).draft != nullptr; }

CatalogDraft::~CatalogDraft() {
  End();
  for (const auto& step : draft_->steps) step->placement.Discard();
}

void CatalogDraft::Hide(bool hides) { draft_->hides = hides; }

void CatalogDraft::End() {
  if (catalog_.draft == nullptr) return;
  std::swap(catalog_.db, draft_->other);
  catalog_.draft = nullptr;
}

Status CatalogDraft::Commit() {
  PAISQL_ASSERT(catalog_.draft != nullptr, "a draft is committed once");
  End();
  if (draft_->steps.empty()) return Status::Ok();
  PAISQL_ASSIGN(CatalogWrite write, BeginFor(draft_->steps, catalog_));
  for (const auto& step : draft_->steps) PAISQL_TRY(step->placement.Check());
  for (const auto& step : draft_->steps) {
    PAISQL_TRY(CheckReads(catalog_.db, catalog_.home, step->reads, step->changes));
  }
  HomeIds ids(catalog_.db);
  for (const auto& step : draft_->steps) {
    PAISQL_TRY(ids.Translate(*step));
    ChangeWriter writer(catalog_, step->placement, step->keeps_rows, step->kept_ms);
    for (const Change& change : step->changes) PAISQL_TRY(std::visit(writer, change));
    PAISQL_TRY(writer.NoteVersions());
    ids.Note(step->made, writer.made());
  }
  PAISQL_TRY(catalog_.Reach(FaultPoint::kBeforeCommit));
  Status committed = write.Commit();
  if (committed.ok() || committed.error().code == ErrorCode::kUnknownOutcome) {
    for (const auto& step : draft_->steps) step->placement.Keep();
  }
  if (committed.ok()) (void)catalog_.Reach(FaultPoint::kAfterCommit);
  return committed;
}

}  // namespace paisql::store
