// Whether what a transaction has read still holds. A list of files carries the number of the commit
// that was the last to change it, so it is the one that was read unless that is a later commit.

#include "store/catalog/commit/change_writer.h"
#include "store/files/partition_key.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

// The rows that the request overwrites must not have changed since the snapshot either. A partition
// that is not there has no rows to lose.
Status CheckOverwritten(Database& db, const ReadVersion& read, const WriteRequest& request) {
  if (request.table_id != read.table_id || request.mode != WriteMode::kOverwrite) {
    return Status::Ok();
  }
  PAISQL_ASSIGN(const auto partitioned,
                db.QueryInt("SELECT EXISTS (SELECT 1 FROM columns WHERE table_id = ?1 "
                            "AND is_partition = 1)",
                            read.table_id));
  if (partitioned.value_or(0) == 0) return RowsChanged(read.table);
  for (const std::vector<std::string>& values : PartitionsOf(request)) {
    PAISQL_ASSIGN(const auto version,
                  db.QueryInt("SELECT files_version FROM partitions WHERE table_id = ?1 "
                              "AND key = ?2",
                              read.table_id, PartitionKey(values)));
    if (version.value_or(0) > *read.snapshot) return RowsChanged(read.table);
  }
  return Status::Ok();
}

Status CheckPartitions(Database& db, const ReadVersion& read) {
  if (!read.partition_ids.has_value()) return RowsChanged(read.table);
  for (const int64_t id : *read.partition_ids) {
    PAISQL_ASSIGN(const auto version,
                  db.QueryInt("SELECT files_version FROM partitions WHERE table_id = ?1 "
                              "AND id = ?2",
                              read.table_id, id));
    if (!version.has_value() || *version > *read.snapshot) return RowsChanged(read.table);
  }
  return Status::Ok();
}

Status CheckFiles(Database& db, const Home& home, const ReadVersion& read) {
  PAISQL_ASSIGN(Statement find, db.Prepare("SELECT 1 FROM data_files WHERE table_id = ?1 "
                                           "AND path = ?2 AND removed_at IS NULL"));
  for (const std::string& path : *read.files) {
    PAISQL_ASSIGN(const bool found, find.Bind(read.table_id, ListedPath(home, path)).Step());
    if (!found) return RowsChanged(read.table);
  }
  return Status::Ok();
}

Status CheckAllOverwritten(Database& db, const ReadVersion& read,
                           const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    const auto* write = std::get_if<change::Write>(&change);
    if (write == nullptr) continue;
    for (const WriteRequest& request : write->requests) {
      PAISQL_TRY(CheckOverwritten(db, read, request));
    }
  }
  return Status::Ok();
}

}  // namespace

Status CheckReads(Database& db, const Home& home, const std::vector<ReadVersion>& reads,
                  const std::vector<Change>& changes) {
  for (const ReadVersion& read : reads) {
    PAISQL_ASSIGN(Statement find,
                  db.Prepare("SELECT schema_version, files_version FROM tables WHERE id = ?1"));
    PAISQL_ASSIGN(const bool found, find.Bind(read.table_id).Step());
    if (!found || find.Int(0) != read.schema_version) return TableChanged(read.table);
    // Merged files leave the list and keep the version.
    if (read.files.has_value()) PAISQL_TRY(CheckFiles(db, home, read));
    // Most tables have not changed at all.
    if (!read.snapshot.has_value() || find.Int(1) <= *read.snapshot) continue;
    if (!read.files.has_value()) PAISQL_TRY(CheckPartitions(db, read));
    PAISQL_TRY(CheckAllOverwritten(db, read, changes));
  }
  return Status::Ok();
}

}  // namespace paisql::store
