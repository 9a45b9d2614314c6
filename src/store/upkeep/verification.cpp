#include "store/upkeep/verification.h"

#include "store/files/files.h"
#include "store/upkeep/verification_parts.h"

namespace paisql::store {
namespace {

// The catalog has been opened before, so what can go wrong there has not.
Result<Database> OpenBeside(const Home& home) {
  const std::string path = home.CatalogPath();
  if (home.writable()) {
    PAISQL_ASSIGN(Database database,
                  Database::Open(path, Database::Access::kReadWrite, kBusyTimeoutMs));
    PAISQL_TRY(database.Script("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL"));
    return database;
  }
  PAISQL_ASSIGN(Database shared, Database::Open(path, Database::Access::kReadOnly, kBusyTimeoutMs));
  if (shared.QueryInt("SELECT COUNT(*) FROM sqlite_schema").ok()) return shared;
  return Database::Open(path, Database::Access::kImmutable, kBusyTimeoutMs);
}

}  // namespace

Status Verification::CheckStopped() const {
  if (!options.stop.stop_requested()) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "the verification was interrupted", {}, ""};
}

Result<VerifySummary> VerifyHome(Catalog& catalog, const VerifyOptions& options) {
  const Home& home = catalog.home();
  PAISQL_ASSIGN(Database database, OpenBeside(home));
  database.EndWaitingWhen([stop = options.stop] { return stop.stop_requested(); });
  Verification work{catalog, home, database, options, {}};
  // Changes are not ended half-way, so this holds for the long look at the catalog alone.
  database.EndStatementsWhen([&options] { return options.stop.stop_requested(); });
  const Status catalog_verified = VerifyCatalog(work);
  database.EndStatementsWhen({});
  PAISQL_TRY(work.CheckStopped());
  PAISQL_TRY(catalog_verified);
  {
    // Nothing that is listed now goes away while it is looked at.
    PAISQL_ASSIGN(const std::unique_ptr<Lease> lease, Lease::Acquire(home));
    PAISQL_TRY(lease->Pin(0));
    PAISQL_TRY(VerifySetAside(work));
    PAISQL_TRY(VerifyDataFiles(work));
    PAISQL_TRY(VerifyResources(work));
    PAISQL_TRY(VerifyModels(work));
  }
  PAISQL_TRY(VerifyFolders(work));
  return work.summary;
}

}  // namespace paisql::store
