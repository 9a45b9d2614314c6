#include "store/upkeep/lifecycle.h"

#include "store/catalog.h"
#include "store/catalog_names.h"
#include "store/external.h"
#include "store/history.h"
#include "store/own_properties.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

bool IsOver(const Table& table, int64_t last_modified_ms, int64_t now_ms) {
  return (now_ms - last_modified_ms) / kMsOfDay >= *table.lifecycle_days;
}

// The table as it was when it was looked at.
Status Drop(Catalog& catalog, const Table& table, int64_t snapshot, Change change) {
  CatalogTransaction transaction = catalog.Begin();
  ReadVersion read = ColumnsRead(table);
  read.snapshot = snapshot;
  transaction.Expect(std::move(read));
  transaction.Add(std::move(change));
  return transaction.Commit();
}

Status DropPartitionsOf(Catalog& catalog, const Table& table, int64_t snapshot, int64_t now_ms,
                        std::vector<Expired>& dropped) {
  PAISQL_ASSIGN(const std::vector<Partition> partitions, catalog.ListPartitions(table.id));
  change::DropPartitions change{table.id, {}};
  std::vector<Expired> over;
  for (const Partition& partition : partitions) {
    if (!IsOver(table, partition.last_modified_ms, now_ms)) continue;
    if (IsLifecycleOff(table, partition.values)) continue;
    change.partition_ids.push_back(partition.id);
    over.push_back({table, partition.values, partition.last_modified_ms});
  }
  if (over.empty()) return Status::Ok();
  PAISQL_TRY(Drop(catalog, table, snapshot, std::move(change)));
  dropped.insert(dropped.end(), over.begin(), over.end());
  return Status::Ok();
}

Status DropIfOver(Catalog& catalog, const CatalogNames::Named& named, int64_t now_ms,
                  std::vector<Expired>& dropped) {
  PAISQL_ASSIGN(const int64_t snapshot, catalog.CurrentSnapshot());
  PAISQL_ASSIGN(const std::optional<Table> table, catalog.FindTable(named.project, named.name));
  if (!table || !table->lifecycle_days || IsLifecycleOff(*table)) return Status::Ok();
  if (table->partitioned()) return DropPartitionsOf(catalog, *table, snapshot, now_ms, dropped);
  if (!IsOver(*table, table->last_modified_ms, now_ms)) return Status::Ok();
  PAISQL_TRY(Drop(catalog, *table, snapshot, change::DropTable{table->id, IsExternal(*table)}));
  dropped.push_back({*table, {}, table->last_modified_ms});
  return Status::Ok();
}

}  // namespace

Result<std::vector<Expired>> DropExpired(Catalog& catalog, int64_t now_ms) {
  std::vector<CatalogNames::Named> all;
  {
    PAISQL_ASSIGN(const std::unique_ptr<CatalogNames> names,
                  CatalogNames::Open(catalog.home(), kBusyTimeoutMs));
    PAISQL_ASSIGN(all, names->WithLifecycle());
  }
  std::vector<Expired> dropped;
  for (const CatalogNames::Named& named : all) {
    const Status status = DropIfOver(catalog, named, now_ms, dropped);
    if (!status.ok() && !IsConflict(status.error())) return status.error();
  }
  return dropped;
}

}  // namespace paisql::store
