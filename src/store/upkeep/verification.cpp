#include "store/upkeep/verification.h"

#include "store/catalog/catalog_database.h"
#include "store/catalog/warehouse.h"
#include "store/upkeep/verification_parts.h"

namespace paisql::store {

Status Verification::CheckStopped() const {
  if (!options.stop.stop_requested()) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "the verification was interrupted", {}, ""};
}

Result<VerifySummary> VerifyHome(Catalog& catalog, const VerifyOptions& options) {
  const Home& home = catalog.home();
  PAISQL_ASSIGN(Database database, OpenCatalogDatabase(home));
  if (home.writable()) PAISQL_TRY(SetUpConnection(database));
  database.EndWaitingWhen([stop = options.stop] { return stop.stop_requested(); });
  Verification work{catalog, home, database, options, {}, Warehouse(catalog).bucket()};
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
