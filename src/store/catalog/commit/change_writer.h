#pragma once

// Writes the changes of one transaction into the catalog, in their order, while the catalog's own
// write transaction is open. Private to the store; what it is made of outlives it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/catalog/catalog_state.h"
#include "store/catalog/commit/placement.h"

namespace paisql::store {

class ChangeWriter {
 public:
  ChangeWriter(CatalogState& state, const Placement& placement, bool keeps_rows,
               std::optional<int64_t> kept_ms);

  Status operator()(const change::EnsureProject& one);
  Status operator()(const change::DropProject& one);
  Status operator()(const change::CreateSchema& one);
  Status operator()(const change::DropSchema& one);
  Status operator()(const change::CreateTable& one);
  Status operator()(const change::ReplaceView& one);
  Status operator()(const change::DropTable& one);
  Status operator()(const change::UndropTable& one);
  Status operator()(const change::PurgeTable& one);
  Status operator()(const change::TruncateTable& one);
  Status operator()(const change::RenameTable& one);
  Status operator()(const change::SetTableComment& one);
  Status operator()(const change::SetLifecycle& one);
  Status operator()(const change::SetProperties& one);
  Status operator()(const change::SetOwner& one);
  Status operator()(const change::TouchTable& one);
  Status operator()(const change::AddColumns& one);
  Status operator()(const change::DropColumns& one);
  Status operator()(const change::ChangeColumn& one);
  Status operator()(const change::PlaceColumn& one);
  Status operator()(const change::AddPartitions& one);
  Status operator()(const change::DropPartitions& one);
  Status operator()(const change::TruncatePartitions& one);
  Status operator()(const change::Write& one);
  Status operator()(const change::AddResource& one);
  Status operator()(const change::DropResource& one);
  Status operator()(const change::CreateModel& one);
  Status operator()(const change::AddModelVersion& one);
  Status operator()(const change::DropModelVersion& one);
  Status operator()(const change::SetDefaultVersion& one);
  Status operator()(const change::DropModel& one);
  Status operator()(const change::CreateStream& one);
  Status operator()(const change::MoveStream& one);
  Status operator()(const change::DropStream& one);
  Status operator()(const change::CreateFunction& one);
  Status operator()(const change::DropFunction& one);
  Status operator()(const change::InsertJob& one);
  Status operator()(const change::UpdateJob& one);

  // Called once, after the last change: the transactional tables whose rows are others now get
  // their next version.
  Status NoteVersions();
  // The tables that the changes have made; a table that a later change took away has id 0. Asked
  // before COMMIT: what has happened is never told as a failure.
  Result<std::vector<Table>> Created();
  // The ids of all tables and views that have got one, in the order of the changes.
  const std::vector<int64_t>& made() const { return made_; }
  const std::vector<Resource>& resources() const { return resources_; }
  // Rows of the files that an overwriting change::Write took out of its targets.
  int64_t replaced_rows() const { return replaced_rows_; }

 private:
  using PartitionIds = std::map<std::vector<std::string>, int64_t>;
  // A table that is written to, and the partitions in question: {{}, 0} without partitions.
  struct Target {
    Table table;
    PartitionIds partitions;
  };

  // The number of the commit that is being made.
  Result<int64_t> Snapshot();
  // The table as the changes before this one have left it.
  Result<Table> RequireTable(int64_t table_id);

  Result<int64_t> InsertTable(const Table& table);
  Status InsertColumn(int64_t table_id, const Column& column, int64_t position, bool is_partition,
                      int since_version);
  // Ends the column's row and begins another with this position.
  Status MoveColumn(const Table& table, int64_t column_id, int64_t position);
  // The properties of the table that speak of a partition which is gone.
  Status ForgetPartitions(Table table, const std::vector<std::string>& keys);
  // A permission on a function is gone with it.
  Status ForgetRightsOnFunction(int64_t project_id, const std::string& name);
  Status TouchDdl(int64_t table_id);
  // Call after a change of the list of files of the table or of one of its partitions.
  Status TouchFiles(int64_t table_id);
  Status NewSchemaVersion(int64_t table_id);
  Result<PartitionIds> EnsurePartitions(const Table& table,
                                        const std::vector<std::vector<std::string>>& values);
  // The same of partitions that stay as they are; PartitionGone without one.
  Result<PartitionIds> FindPartitions(const Table& table,
                                      const std::vector<std::vector<std::string>>& values);
  // The table that a request writes to; an error when it is not what the writer knew.
  Result<Target> TargetOf(const WriteRequest& request);
  // Takes what the request replaces off the table's list.
  Status RemoveReplaced(const Target& target, const WriteRequest& request);
  Status RemoveNamedFiles(const Table& table, const std::vector<std::string>& paths);
  // Gives the rows of the files that it takes out of the list; of all partitions without one.
  Result<int64_t> RemoveFiles(int64_t table_id, std::optional<int64_t> partition_id);
  // Until when the files of the table are kept that this commit removes: as the table's property
  // acid.data.retain.hours says, or else as the session does.
  Result<int64_t> KeptUntil(int64_t table_id);
  // When rows come or go; 0 where they only move into another file.
  int64_t TimeOfRows() const { return keeps_rows_ ? 0 : now_; }
  // The table's version 1, which is empty.
  Status BeginVersions(int64_t table_id);
  // kTableExists when a table, view or stream other than that of the id has the name.
  Status CheckNameIsFree(const std::string& place, const std::string& name, int64_t own_id = 0);
  // Takes everything of a project away, or what is in one of its schemas.
  Status RemoveContents(int64_t project_id, const std::optional<std::string>& schema);
  // After a removal: gives up what is too much to be kept of the table.
  Status BoundHistory(int64_t table_id);
  // Keeps what UNDROP and RESTORE need of a table, or of a partition, that is about to go.
  Status KeepDropped(int64_t table_id);
  Status KeepDroppedPartition(int64_t table_id, int64_t partition_id);
  Status CheckMarked(const Table& table) const;
  Status InsertFiles(const Target& target, const WriteRequest& request);
  // Call after a change of the table's rows.
  Status TouchRows(int64_t table_id);
  Status RemoveResource(int64_t resource_id);
  Status RequireModel(int64_t model_id);
  // `version` is not 0; the files are those that `placed` has.
  Status InsertModelVersion(int64_t model_id, const ModelVersion& version,
                            const PlacedModel& placed);
  Status FreeOfServices(int64_t model_id, int64_t version);
  // Takes rows of versions away, of the one of this number or of all (0), and leaves their files to
  // the sweep.
  Status RemoveModelVersions(int64_t model_id, int64_t version);

  CatalogState& state_;
  Database& db_;
  const Placement& placement_;
  const bool keeps_rows_;  // CatalogTransaction::KeepRows
  const std::optional<int64_t> kept_ms_;
  const int64_t now_;
  std::optional<int64_t> snapshot_;
  std::vector<int64_t> created_;  // ids of the new tables
  std::vector<int64_t> made_;
  std::vector<int64_t> marked_;  // ids of those whose properties have changed
  std::vector<Resource> resources_;
  int64_t replaced_rows_ = 0;
};

// kInvalidMetaOperation, a conflict, unless everything that was read still holds. Asked before the
// first of the changes.
Status CheckReads(Database& db, const Home& home, const std::vector<ReadVersion>& reads,
                  const std::vector<Change>& changes);

// The path as data_files has it; "" for a path outside of the home, which no table lists.
std::string ListedPath(const Home& home, const std::string& path);

// The partitions that a request fills or names, one after another; {} without partitions.
std::vector<std::vector<std::string>> PartitionsOf(const WriteRequest& request);

}  // namespace paisql::store
