#include "store/catalog/warehouse.h"

#include <utility>

#include "base/assert.h"
#include "base/hex.h"
#include "store/catalog/catalog_state.h"
#include "store/draft.h"

namespace paisql::store {
namespace {

constexpr size_t kIdDigits = 16;

}  // namespace

Status CatalogState::CheckWarehouse() const {
  PAISQL_ASSIGN(const WarehousePlace now, ReadWarehousePlace(home.path()));
  if (now == warehouse) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               now.bucket.empty()
                   ? "the data files of home " + home.path() + " lie in its own folder again"
                   : "the data files of home " + home.path() + " lie in bucket '" + now.bucket +
                         "', which this session does not use",
               {},
               "begin a new session"};
}

namespace {

// Copies and notes (store/upkeep/late_objects.h) tell of objects that a dead writer has left. No
// sweep would find them in another place.
Status CheckLeavesNothing(const Home& home) {
  for (const std::string& folder : {home.WarehousePath(), home.WarehousePath() + ".late"}) {
    PAISQL_ASSIGN(const std::vector<std::string> files, ListFilesBelow(folder));
    if (files.empty()) continue;
    return Error{ErrorCode::kInvalidMetaOperation,
                 "the bucket of the data files may still hold objects that a session has left: " +
                     files.front() + " tells of one",
                 {},
                 "new sessions remove them, the last an hour later: try again then"};
  }
  return Status::Ok();
}

}  // namespace

Warehouse::Warehouse(Catalog& catalog) : state_(CatalogDraft::StateOf(catalog)) {}

void Warehouse::Use(WarehousePlace place, std::shared_ptr<WarehouseBucket> bucket,
                    std::function<std::stop_token()> stop) {
  state_.warehouse = std::move(place);
  state_.bucket = std::move(bucket);
  state_.stop = std::move(stop);
}

// Within a write transaction: a writer that has brought files to the old place looks at the place
// again in its own one, which comes before this or after it.
Status Warehouse::MoveTo(WarehousePlace place, std::shared_ptr<WarehouseBucket> bucket) {
  PAISQL_ASSERT(!state_.InMemory(), "a copy of the catalog moves nothing");
  PAISQL_ASSIGN(CatalogWrite write, state_.BeginWrite());
  PAISQL_ASSIGN(const auto files, state_.db.QueryInt("SELECT COUNT(*) FROM data_files"));
  if (files.value_or(0) > 0) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "the place of the data files cannot change: the home has " +
                     std::to_string(*files) + " of them",
                 {},
                 "choose it in a new home; EXPORT and IMPORT take tables along"};
  }
  PAISQL_ASSIGN(const WarehousePlace before, ReadWarehousePlace(state_.home.path()));
  if (!before.bucket.empty()) PAISQL_TRY(CheckLeavesNothing(state_.home));
  place.id = place.bucket.empty() ? "" : RandomHex(kIdDigits);
  PAISQL_TRY(WriteWarehousePlace(state_.home.path(), place));
  Status committed = write.Commit();
  if (!committed.ok()) {
    (void)WriteWarehousePlace(state_.home.path(), before);
    return committed;
  }
  Use(std::move(place), std::move(bucket), std::move(state_.stop));
  return committed;
}

const std::shared_ptr<WarehouseBucket>& Warehouse::bucket() const { return state_.bucket; }

}  // namespace paisql::store
