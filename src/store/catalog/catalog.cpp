#include "store/catalog.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "store/catalog/catalog_database.h"
#include "store/catalog/commit/change_writer.h"
#include "store/catalog/commit/commit_step.h"
#include "store/catalog/migrations.h"
#include "store/catalog/server_catalog.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/home/home_settings.h"
#include "store/home/lease_files.h"
#include "store/home/reserve.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

Error ReadOnlyHome(const Home& home) {
  return Error{ErrorCode::kEnvironment,
               "home is read-only: " + home.path() + " cannot be written",
               {},
               "get permission to write there, or choose another --home"};
}

// The write-ahead log lets readers and one writer work at once. Switching needs the database for a
// moment without any reader, and SQLite's busy timeout does not cover that: others who open it are
// waited for here.
Status SwitchToWal(const Home& home, Database& database) {
  constexpr int kTries = 200;
  constexpr auto kPause = std::chrono::milliseconds(5);
  for (int i = 0; i < kTries; ++i) {
    PAISQL_ASSIGN(Statement statement, database.Prepare("PRAGMA journal_mode = WAL"));
    const Result<bool> row = statement.Step();
    if (row.ok() && *row && statement.Text(0) == "wal") return Status::Ok();
    if (!row.ok() && i + 1 == kTries) return row.error();
    std::this_thread::sleep_for(kPause);
  }
  return Error{ErrorCode::kEnvironment,
               "no write-ahead log can be kept in home " + home.path(),
               {},
               "choose a --home on a disk of this machine, not on a network file system"};
}

// A catalog without tables beside data files is a catalog that was lost: with a new one in its
// place every file would be nobody's, and the next sweep would remove it.
Status CheckNothingLost(const Home& home) {
  for (const std::string& folder :
       {home.WarehousePath(), home.ResourcesPath(), home.ModelsPath()}) {
    PAISQL_ASSIGN(const std::vector<std::string> files, ListFilesBelow(folder));
    if (files.empty()) continue;
    return Error{ErrorCode::kEnvironment,
                 "home " + home.path() + " has data files but no catalog: the catalog is empty",
                 {},
                 "put a saved copy of the whole home back, or choose another --home"};
  }
  return Status::Ok();
}

Status MakeReadersLease(const Home& home) {
  const std::string readers = home.LeasesPath() + "/" + kReadersName;
  const Descriptor file(open(readers.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  return file.open() ? Status::Ok() : Status(FileError("make", readers, errno));
}

// Processes that open a new or old home at once must migrate it one after another: switching SQLite
// to WAL needs the database for itself, and its busy timeout does not cover that.
Status MigrateLocked(const Home& home, Database& database) {
  const Descriptor folder(open(home.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return FileError("open", home.path(), errno);
  while (flock(folder.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return FileError("lock", home.path(), errno);
  }
  PAISQL_ASSIGN(const int version, ReadSchemaVersion(database, home.path()));
  if (version == 0) {
    PAISQL_TRY(CheckNothingLost(home));
    PAISQL_TRY(SwitchToWal(home, database));
    PAISQL_TRY(MakeReadersLease(home));
  }
  return Migrate(database, version);
}

// The same for a catalog on a server, whose writers wait for each other there.
Status BringServerToVersion(const Home& home, Database& server) {
  PAISQL_ASSIGN(const int version, ReadServerVersion(server, home));
  if (version == kSchemaVersion) return Status::Ok();
  if (!home.writable()) return ReadOnlyHome(home);
  if (version > 0) return MigrateServer(server, version);
  PAISQL_TRY(CheckNothingLost(home));
  PAISQL_TRY(BeginServerCatalog(server, home));
  return MakeReadersLease(home);
}

Status BringToVersion(const Home& home, Database& database) {
  if (database.kind() != DatabaseKind::kSqlite) return BringServerToVersion(home, database);
  PAISQL_ASSIGN(const int version, ReadSchemaVersion(database, home.path()));
  if (version == kSchemaVersion) return Status::Ok();
  return home.writable() ? MigrateLocked(home, database) : Status(ReadOnlyHome(home));
}

// A process that has waited for the file of a catalog may have waited for its move.
Status CheckStillInFile(const Home& home, const Database& database) {
  if (database.kind() != DatabaseKind::kSqlite) return Status::Ok();
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  return settings.catalog.empty() ? Status::Ok() : Status(CatalogHasMoved(home.path()));
}

// A home that is not there has an empty catalog; what cannot be one has none.
Status CheckIsFolderOrNothing(const std::string& path) {
  struct stat status {};
  const bool found = stat(path.c_str(), &status) == 0;
  if (found && S_ISDIR(status.st_mode)) return Status::Ok();
  if (!found && errno == ENOENT) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               found ? "home " + path + " is not a folder"
                     : "cannot look at the home " + path + ": " + std::strerror(errno),
               {},
               "choose another folder with --home"};
}

// SQLite writes a byte of each page of the memory that it shares, so that the disk has room for it.
// Where blocks are smaller than pages the rest are holes, and touching one on a full disk is the
// end of the process. The file is found among those that SQLite has open: closing one of our own
// would let SQLite's locks go.
Status FillHolesOfSharedMemory(const Home& home) {
  const std::string path = home.CatalogPath() + "-shm";
  struct stat status {};
  constexpr int64_t kBytesOfBlock = 512;
  if (stat(path.c_str(), &status) != 0 || status.st_blocks * kBytesOfBlock >= status.st_size) {
    return Status::Ok();
  }
  PAISQL_ASSIGN(const std::vector<std::string> numbers, ListFolder("/proc/self/fd"));
  for (const std::string& number : numbers) {
    std::error_code gone;
    if (std::filesystem::read_symlink("/proc/self/fd/" + number, gone) != path) continue;
    const int failure = posix_fallocate(std::stoi(number), 0, status.st_size);
    if (failure == ENOSPC) return FileError("write", path, failure);
    return Status::Ok();
  }
  return Status::Ok();
}

}  // namespace

Catalog::Catalog() = default;

Catalog::~Catalog() {
  if (state_ == nullptr) return;
  const Home home = state_->home;
  state_.reset();  // the last one to close the database removes its log and shared memory
  if (home.writable()) FillReserve(home);
}

Result<std::unique_ptr<Catalog>> Catalog::Open(const Home& home) {
  std::optional<ReserveLoan> loan;
  if (home.writable()) loan.emplace(ReserveLoan::ForOpening(home));
  PAISQL_ASSIGN(Database database, OpenCatalogDatabase(home));
  PAISQL_TRY(BringToVersion(home, database));
  PAISQL_TRY(CheckStillInFile(home, database));
  PAISQL_TRY(SetUpConnection(database));
  std::unique_ptr<Catalog> catalog(new Catalog());
  catalog->state_ = std::make_unique<CatalogState>(home, std::move(database));
  if (home.writable()) PAISQL_TRY(FillHolesOfSharedMemory(home));
  loan.reset();
  if (home.writable()) {
    KeepReserve(home);
    FillReserve(home);  // also what a killed process has borrowed
  }
  return catalog;
}

Result<std::unique_ptr<Catalog>> Catalog::OpenCopy(const std::string& home_path) {
  PAISQL_TRY(CheckIsFolderOrNothing(home_path));
  const Home home = Home::LookAt(home_path);
  PAISQL_ASSIGN(Database copy, OpenSqlite(home.CatalogPath(), SqliteAccess::kMemory, 0));
  int version = 0;
  if (HasCatalog(home.path())) {
    PAISQL_TRY(CopyCatalogDatabase(home, copy));
    PAISQL_ASSIGN(version, ReadSchemaVersion(copy, home.path()));
  }
  PAISQL_TRY(Migrate(copy, version));
  PAISQL_TRY(copy.Script("PRAGMA foreign_keys = ON"));
  std::unique_ptr<Catalog> catalog(new Catalog());
  catalog->state_ = std::make_unique<CatalogState>(home, std::move(copy));
  catalog->state_->is_copy = true;
  return catalog;
}

const Home& Catalog::home() const { return state_->home; }

void Catalog::ActAs(std::string user) { state_->user = std::move(user); }

std::string CatalogState::Owner() const { return user.empty() ? UserName() : user; }

void Catalog::EndWaitingWhen(std::function<bool()> ended) {
  state_->db.EndWaitingWhen(std::move(ended));
}

bool Catalog::left_files() const { return state_->left_files; }

Catalog::View::View(std::unique_ptr<Transaction> transaction)
    : transaction_(std::move(transaction)) {}

Catalog::View::~View() = default;

Catalog::View::View(View&& other) noexcept = default;

Result<Catalog::View> Catalog::BeginView() {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  return View(std::make_unique<Transaction>(std::move(reading)));
}

Result<int64_t> Catalog::CurrentSnapshot() {
  PAISQL_ASSIGN(const auto snapshot, state_->db.QueryInt("SELECT snapshot FROM counters"));
  if (!snapshot.has_value()) return DamagedCatalog(state_->home, "it has lost its counters");
  if (*snapshot < 1) {
    return DamagedCatalog(state_->home,
                          "the number of its newest commit is " + std::to_string(*snapshot));
  }
  return state_->KnownCommit(*snapshot);
}

int64_t CatalogState::KnownCommit(int64_t commit) const {
  return draft == nullptr ? commit : std::min(commit, draft->snapshot);
}

Status CatalogState::CheckWritable() const {
  if (!home.writable() && !is_copy) return ReadOnlyHome(home);
  return Status::Ok();
}

Result<CatalogWrite> CatalogState::BeginNote() {
  PAISQL_TRY(CheckWritable());
  PAISQL_ASSIGN(Transaction transaction, db.BeginWrite());
  return CatalogWrite(db, std::move(transaction), left_files);
}

Result<CatalogWrite> CatalogState::BeginWrite() {
  if (!InMemory() && IsReserveShort(home)) {
    FillReserve(home);
    // Files that are kept for UNDROP and RESTORE go first.
    if (IsReserveShort(home)) (void)MakeSpace();
  }
  PAISQL_ASSIGN(CatalogWrite write, BeginNote());
  // The write transaction holds the database's lock, so no removal borrows from the reserve now.
  if (!InMemory()) PAISQL_TRY(CheckReserve(home));
  return write;
}

Result<CatalogWrite> CatalogState::BeginRemoval() {
  PAISQL_ASSIGN(CatalogWrite write, BeginNote());
  if (!InMemory()) write.Borrow(ReserveLoan::ForRemoval(home));
  return write;
}

void CatalogState::RefillReserve() {
  if (InMemory() || !home.writable() || !IsReserveShort(home)) return;
  // The log of the changes that removed something has grown into the reserve.
  const ReserveLoan loan = ReserveLoan::ForRemoval(home);
  db.TruncateLog();
}

}  // namespace paisql::store
