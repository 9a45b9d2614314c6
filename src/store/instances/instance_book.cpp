#include "store/instances/instance_book.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/system/clock.h"
#include "store/database/database.h"
#include "store/files/files.h"
#include "store/home/home_paths.h"
#include "store/home/lease_files.h"
#include "store/instances/open_book.h"

namespace paisql::store {

namespace {

constexpr const char* kColumns =
    "SELECT id, project, user, server, unique_id, query, submission, state, priority, "
    "submitted_ms, ended_ms, message, outcome, file_bytes, expired FROM instances ";
// A log of so many bytes is taken in as a whole, for which writers wait.
constexpr int64_t kLongLogBytes = int64_t{16} << 20;

Result<InstanceRow> ReadRow(const Statement& row) {
  InstanceRow one;
  one.id = row.Text(0);
  // It names a file.
  if (!IsPlainName(one.id)) {
    return Error{ErrorCode::kDamaged, "the book of instances has the id '" + one.id + "'", {}, ""};
  }
  one.project = row.Text(1);
  one.user = row.Text(2);
  one.server = row.Text(3);
  one.unique_id = row.Text(4);
  one.query = row.Text(5);
  one.submission = row.Text(6);
  one.state = JobStateOfText(row.Text(7)).value_or(JobState::kFailed);
  one.priority = static_cast<int>(row.Int(8));
  one.submitted_ms = row.Int(9);
  one.ended_ms = row.Int(10);
  one.message = row.Text(11);
  one.outcome = row.Text(12);
  one.file_bytes = row.Int(13);
  one.expired = row.Int(14) != 0;
  return one;
}

Result<std::vector<InstanceRow>> ReadRows(Statement& list) {
  std::vector<InstanceRow> rows;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return rows;
    PAISQL_ASSIGN(InstanceRow row, ReadRow(list));
    rows.push_back(std::move(row));
  }
}

Result<std::optional<InstanceRow>> ReadOne(Statement& find) {
  PAISQL_ASSIGN(const bool found, find.Step());
  std::optional<InstanceRow> row;
  if (found) {
    PAISQL_ASSIGN(row, ReadRow(find));
  }
  find.Bind();
  return row;
}

Status ForgetIn(Database& database, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    PAISQL_TRY(database.Run("DELETE FROM instances WHERE id = ?1", id));
  }
  return Status::Ok();
}

}  // namespace

InstanceBook::InstanceBook(Home home) : home_(std::move(home)) {}

InstanceBook::~InstanceBook() = default;

Result<std::unique_ptr<InstanceBook>> InstanceBook::Open(const Home& home) {
  PAISQL_TRY(MakeFolders(Folder(home)));
  const std::string path = BookPath(home);
  // Two servers that begin at once make it one after the other.
  const Descriptor folder(open(Folder(home).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open() || flock(folder.get(), LOCK_EX) != 0) {
    return FileError("lock", Folder(home), errno);
  }
  auto writes = OpenBook(path);
  if (!writes.ok() && writes.error().code == ErrorCode::kDamaged) {
    for (const std::string& part : {std::string(), std::string("-wal"), std::string("-shm")}) {
      (void)std::rename((path + part).c_str(), (path + ".broken" + part).c_str());
    }
    writes = OpenBook(path);
  }
  if (!writes.ok()) return std::move(writes).error();
  auto to_write = std::make_unique<Database>(*std::move(writes));
  PAISQL_ASSIGN(Database reads, OpenBook(path));
  auto to_read = std::make_unique<Database>(std::move(reads));
  std::unique_ptr<InstanceBook> book(new InstanceBook(home));
  book->writes_ = std::move(to_write);
  book->reads_ = std::move(to_read);
  return book;
}

Result<std::unique_ptr<InstanceBook>> InstanceBook::Look(const Home& home) {
  if (!FileExists(BookPath(home))) return std::unique_ptr<InstanceBook>();
  if (home.writable()) return Open(home);
  PAISQL_ASSIGN(Database reads, LookAtBook(BookPath(home)));
  std::unique_ptr<InstanceBook> book(new InstanceBook(home));
  book->reads_ = std::make_unique<Database>(std::move(reads));
  return book;
}

Status InstanceBook::Add(const InstanceRow& row) {
  const std::lock_guard lock(write_mutex_);
  return writes_->Run(
      "INSERT INTO instances (id, project, user, server, unique_id, query, submission, state, "
      "priority, submitted_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      row.id, row.project, row.user, row.server, row.unique_id, row.query, row.submission,
      JobStateText(row.state), row.priority, row.submitted_ms);
}

Status InstanceBook::NoteRunning(const std::string& id) {
  const std::lock_guard lock(write_mutex_);
  return writes_->Run("UPDATE instances SET state = 'running' WHERE id = ?1", id);
}

Status InstanceBook::NoteEnd(const InstanceRow& row, std::string_view rows,
                             const std::vector<std::string>& forgotten) {
  const std::lock_guard lock(write_mutex_);
  PAISQL_ASSIGN(Transaction transaction, writes_->BeginWrite());
  PAISQL_TRY(
      writes_->Run("UPDATE instances SET state = ?2, ended_ms = ?3, message = ?4, outcome = ?5, "
                   "file_bytes = ?6, rows = ?7 WHERE id = ?1",
                   row.id, JobStateText(row.state), row.ended_ms, row.message, row.outcome,
                   row.file_bytes, Blob{rows}));
  PAISQL_TRY(ForgetIn(*writes_, forgotten));
  return transaction.Commit();
}

Status InstanceBook::Forget(const std::vector<std::string>& ids) {
  const std::lock_guard lock(write_mutex_);
  PAISQL_ASSIGN(Transaction transaction, writes_->BeginWrite());
  PAISQL_TRY(ForgetIn(*writes_, ids));
  return transaction.Commit();
}

Status InstanceBook::NoteExpired(const std::string& id) {
  const std::lock_guard lock(write_mutex_);
  return writes_->Run("UPDATE instances SET expired = 1, rows = NULL, file_bytes = 0 WHERE id = ?1",
                      id);
}

Result<std::optional<InstanceRow>> InstanceBook::Find(const std::string& id) {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(Statement find, reads_->Prepare(std::string(kColumns) + "WHERE id = ?1"));
  return ReadOne(find.Bind(id));
}

Result<std::optional<InstanceRow>> InstanceBook::FindUnique(const InstanceRow& like) {
  const std::lock_guard lock(read_mutex_);
  // Spelled as the index by_unique_id is.
  PAISQL_ASSIGN(Statement find,
                reads_->Prepare(std::string(kColumns) +
                                "WHERE unique_id = ?1 AND unique_id <> '' AND user = ?2 "
                                "AND project = ?3 ORDER BY id LIMIT 1"));
  return ReadOne(find.Bind(like.unique_id, like.user, like.project));
}

Result<std::string> InstanceBook::RowsOf(const std::string& id) {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(Statement find, reads_->Prepare("SELECT rows FROM instances WHERE id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(id).Step());
  std::string rows = found ? find.Bytes(0) : "";
  find.Bind("");
  return rows;
}

Result<std::vector<InstanceRow>> InstanceBook::List(const std::string& project, int64_t limit) {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(Statement list, reads_->Prepare(std::string(kColumns) +
                                                "WHERE ?1 = '' OR project = ?1 OR "
                                                "substr(project, 1, length(?1) + 1) = ?1 || '.' "
                                                "ORDER BY id DESC LIMIT ?2"));
  return ReadRows(list.Bind(project, limit));
}

Result<std::vector<InstanceRow>> InstanceBook::ListActive() {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(Statement list,
                reads_->Prepare(std::string(kColumns) + "WHERE state IN ('waiting', 'running') "
                                                        "ORDER BY id DESC"));
  return ReadRows(list.Bind());
}

Result<std::vector<InstanceRow>> InstanceBook::ListLike(const std::string& text, int64_t limit) {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(
      Statement list,
      reads_->Prepare(std::string(kColumns) + "WHERE substr(id, 1, length(?1)) = ?1 COLLATE NOCASE "
                                              "OR substr(id, -length(?1)) = ?1 COLLATE NOCASE "
                                              "ORDER BY id DESC LIMIT ?2"));
  return ReadRows(list.Bind(text, limit));
}

Result<std::vector<InstanceRow>> InstanceBook::ListEnded() {
  const std::lock_guard lock(read_mutex_);
  PAISQL_ASSIGN(Statement list,
                reads_->Prepare("SELECT id, ended_ms, file_bytes, expired FROM instances "
                                "WHERE ended_ms > 0 ORDER BY ended_ms, id"));
  std::vector<InstanceRow> rows;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return rows;
    if (!IsPlainName(list.Text(0))) continue;
    InstanceRow& row = rows.emplace_back();
    row.id = list.Text(0);
    row.ended_ms = list.Int(1);
    row.file_bytes = list.Int(2);
    row.expired = list.Int(3) != 0;
  }
}

Status InstanceBook::AskToStop(const std::string& id) {
  const std::lock_guard lock(write_mutex_);
  return writes_->Run("UPDATE instances SET stop = 1 WHERE id = ?1 AND ended_ms = 0", id);
}

Result<std::vector<std::string>> InstanceBook::TakeStops(const std::string& server) {
  std::vector<std::string> ids;
  const std::lock_guard lock(write_mutex_);
  // It changes when another connection has written.
  PAISQL_ASSIGN(const auto version, writes_->QueryInt("PRAGMA data_version"));
  if (version.value_or(0) == seen_version_) return ids;
  seen_version_ = version.value_or(0);
  PAISQL_ASSIGN(Statement list,
                writes_->Prepare("SELECT id FROM instances WHERE stop = 1 AND server = ?1"));
  list.Bind(server);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    ids.push_back(list.Text(0));
  }
  if (ids.empty()) return ids;
  PAISQL_TRY(writes_->Run("UPDATE instances SET stop = 0 WHERE stop = 1 AND server = ?1", server));
  return ids;
}

Status InstanceBook::FailOfTheDead(const std::string& message) {
  PAISQL_ASSIGN(const std::vector<InstanceRow> active, ListActive());
  for (const InstanceRow& row : active) {
    if (IsLeased(home_, row.server)) continue;
    const std::lock_guard lock(write_mutex_);
    PAISQL_TRY(
        writes_->Run("UPDATE instances SET state = 'failed', message = ?2, ended_ms = ?3 "
                     "WHERE id = ?1 AND state IN ('waiting', 'running')",
                     row.id, message, NowMs()));
  }
  return Status::Ok();
}

// A server renames a file of rows before it notes the end.
Status InstanceBook::RemoveStrayFiles() {
  constexpr std::string_view kEnd = ".arrow";
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(Folder(home_)));
  for (const std::string& name : names) {
    if (!name.ends_with(kEnd)) continue;
    PAISQL_ASSIGN(const auto row, Find(name.substr(0, name.size() - kEnd.size())));
    const bool needed = row.has_value() && (row->file_bytes > 0 || row->ended_ms == 0);
    if (!needed) PAISQL_TRY(RemoveFile(Folder(home_) + "/" + name));
  }
  return Status::Ok();
}

void InstanceBook::Checkpoint() {
  const Result<int64_t> log = FileSize(BookPath(home_) + "-wal");
  if (!log.ok() || *log == 0) return;
  const std::lock_guard lock(read_mutex_);
  (void)reads_->QueryInt("PRAGMA wal_checkpoint(PASSIVE)");
  if (*log >= kLongLogBytes) (void)reads_->QueryInt("PRAGMA wal_checkpoint(RESTART)");
}

}  // namespace paisql::store
