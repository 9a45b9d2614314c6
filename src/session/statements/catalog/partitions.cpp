#include "session/statements/catalog/partitions.h"

#include <set>

#include "execution/keep_all.h"
#include "execution/partition_filter.h"
#include "execution/share_files.h"
#include "session/external_files.h"
#include "session/statements/confirm.h"
#include "store/external.h"
#include "store/own_properties.h"
#include "store/table_write.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

using execution::PartitionValues;

// The partitions that a filter expression leaves.
Result<std::vector<store::Partition>> FilterPartitions(const analysis::PartitionChoice& choice,
                                                       const store::Table& table, Run& run) {
  State& state = run.state;
  PAISQL_ASSIGN_AT(choice.range, const std::vector<store::Partition> all,
                   state.catalog().ListPartitions(table.id));
  std::vector<execution::PartitionColumn> levels;
  for (size_t i = 0; i < choice.columns.size(); ++i) levels.push_back({choice.columns[i], i});
  PAISQL_ASSIGN(
      const std::vector<bool> keep,
      execution::FilterPartitions(state, *choice.filter, levels, all, {}, state.Execution()));
  std::vector<store::Partition> left;
  for (size_t i = 0; i < all.size(); ++i) {
    if (keep[i]) left.push_back(all[i]);
  }
  return left;
}

// The partitions that any of the clauses chooses.
Result<std::set<int64_t>> AllChosen(const Alter& alter) {
  std::set<int64_t> ids;
  for (const analysis::PartitionChoice& choice : alter.plan.dropped_partitions) {
    PAISQL_ASSIGN(const std::vector<store::Partition> found,
                  ChosenPartitions(choice, alter.plan.table, alter.statement.if_exists, alter.run));
    for (const store::Partition& partition : found) ids.insert(partition.id);
  }
  return ids;
}

Result<std::optional<store::Partition>> FindPartition(const Alter& alter,
                                                      const PartitionValues& values,
                                                      const SourceRange& range) {
  PAISQL_ASSIGN_AT(
      range, const std::vector<store::Partition> found,
      alter.catalog().ListPartitions(alter.table_id(), {values.begin(), values.end()}));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

// Where the added partitions of an external table lie: those without LOCATION in their folders.
Result<store::change::SetProperties> PlacesOf(const Alter& alter) {
  const store::Table& table = alter.plan.table;
  const std::optional<store::ExternalSource> source = store::ExternalOf(table);
  store::change::SetProperties places{alter.table_id(), {}};
  const auto& locations = alter.statement.locations;
  for (size_t i = 0; i < locations.size() && i < alter.plan.added_partitions.size(); ++i) {
    if (!source.has_value()) {
      if (!locations[i].has_value()) continue;
      return Error{ErrorCode::kInvalidObjectType,
                   table.QualifiedName() + " is not an external table", locations[i]->range,
                   "LOCATION says where a partition of an external table lies: leave it out"};
    }
    const std::string folders = store::PartitionFolders(table, alter.plan.added_partitions[i]);
    const bool known = source->partition_locations.contains(folders);
    if (locations[i].has_value()) {
      PAISQL_ASSIGN(places.properties[store::PartitionLocationKey(folders)],
                    ExternalLocation(locations[i]->text, alter.run.state));
    } else if (known && !alter.statement.if_not_exists) {
      places.properties[store::PartitionLocationKey(folders)] = std::nullopt;
    }
  }
  return places;
}

// Files outside of the home do not move with a partition.
Status CheckRowsAreHere(const Alter& alter) {
  if (!store::IsExternal(alter.plan.table)) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType,
               alter.plan.table.QualifiedName() + " is an external table", alter.range(),
               "INSERT OVERWRITE another partition, or ALTER TABLE t ADD PARTITION … LOCATION '…'"};
}

// The rows of partitions go to another one, and they are dropped.
class Moving {
 public:
  Moving(const Alter& alter, std::set<int64_t> sources, PartitionValues target,
         store::WriteMode mode)
      : alter_(alter), sources_(std::move(sources)), target_(std::move(target)), mode_(mode) {}

  // What is known of the old partition holds for the new one.
  void Keep(store::change::SetProperties properties) { properties_ = std::move(properties); }

  // `dropped` are those of the sources that go.
  Status Move(const std::set<int64_t>& dropped) {
    State& state = alter_.run.state;
    store::TableWrite write(alter_.catalog());
    AddCatalogChanges(dropped, write.transaction());
    if (state.checking()) {
      state.unknowns().NoteRows();
      PAISQL_TRY_AT(alter_.range(), write.transaction().Commit());
      return Status::Ok();
    }
    PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(state));
    execution::Staging staging(state);
    PAISQL_ASSIGN(store::WriteRequest request, Stage(staging, write));
    const store::Table& table = alter_.plan.table;
    if (!table.traits.primary_key.empty() && sources_.size() > 1) {
      // Their rows may share keys: that of the last partition stays.
      store::TableTarget target{table, mode_, {target_.begin(), target_.end()}, {}};
      PAISQL_TRY_AT(alter_.range(), state.KeepKeys(target, request.files, staging, write));
    }
    write.Put(std::move(request));
    PAISQL_TRY_AT(alter_.range(), write.Commit());
    alter_.run.outcome.rows_written = write.rows();
    return Status::Ok();
  }

 private:
  void AddCatalogChanges(const std::set<int64_t>& dropped,
                         store::CatalogTransaction& transaction) const {
    transaction.Add(store::change::AddPartitions{
        alter_.table_id(), {target_}, mode_ == store::WriteMode::kOverwrite});
    if (!properties_.properties.empty()) transaction.Add(properties_);
    if (dropped.empty()) return;
    transaction.Add(store::change::DropPartitions{
        alter_.table_id(), {dropped.begin(), dropped.end()}, alter_.statement.purge});
  }

  Result<store::WriteRequest> Stage(execution::Staging& staging, store::TableWrite& write) const {
    const store::Table& table = alter_.plan.table;
    PAISQL_ASSIGN_AT(
        alter_.range(), const store::FileListing listing,
        alter_.catalog().ListFiles(table, std::vector(sources_.begin(), sources_.end())));
    write.Expect(store::RowsRead(table, listing));
    store::WriteRequest request;
    request.table_id = table.id;
    request.schema_version = table.schema_version;
    request.mode = mode_;
    request.table_name = table.QualifiedName();
    request.named_partitions = {target_};
    PAISQL_ASSIGN_AT(
        alter_.range(), request.files,
        execution::SharePartitions(
            alter_.run.state, table, listing, table, [this](const auto&) { return target_; },
            staging, alter_.run.state.Execution()));
    return request;
  }

  const Alter& alter_;
  std::set<int64_t> sources_;
  PartitionValues target_;
  store::WriteMode mode_;
  store::change::SetProperties properties_;
};

}  // namespace

Result<std::vector<store::Partition>> ChosenPartitions(const analysis::PartitionChoice& choice,
                                                       const store::Table& table,
                                                       bool may_be_missing, Run& run) {
  if (choice.filter) return FilterPartitions(choice, table, run);
  PAISQL_ASSIGN_AT(choice.range, std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(table.id, choice.match));
  if (!found.empty() || may_be_missing) return found;
  return Error{ErrorCode::kPartitionNotFound, "partition not found:" + choice.Name(table),
               choice.range, "use IF EXISTS, or look with SHOW PARTITIONS"};
}

Status AddPartitions(const Alter& alter) {
  const SourceRange& range = alter.statement.add_partitions.empty()
                                 ? alter.range()
                                 : alter.statement.add_partitions.front().range;
  store::CatalogTransaction transaction = alter.catalog().Begin();
  transaction.Add(store::change::AddPartitions{alter.table_id(), alter.plan.added_partitions,
                                               alter.statement.if_not_exists});
  PAISQL_ASSIGN(store::change::SetProperties places, PlacesOf(alter));
  if (!places.properties.empty()) transaction.Add(std::move(places));
  PAISQL_TRY_AT(range, transaction.Commit());
  return Status::Ok();
}

Status DropPartitions(const Alter& alter) {
  PAISQL_ASSIGN(const std::set<int64_t> ids, AllChosen(alter));
  if (ids.empty()) return Status::Ok();
  PAISQL_ASSIGN_AT(alter.range(), const Loss loss,
                   LossOf(alter.plan.table, {ids.begin(), ids.end()}, alter.run));
  PAISQL_TRY(ConfirmLoss("DROP PARTITION of " + alter.plan.table.QualifiedName(), loss,
                         alter.range(), alter.run));
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().DropPartitions(alter.table_id(), {ids.begin(), ids.end()},
                                               alter.statement.purge));
  return Status::Ok();
}

// The target keeps its own rows only where it is one of the sources.
Status MergePartitions(const Alter& alter) {
  PAISQL_TRY(CheckRowsAreHere(alter));
  const PartitionValues& values = alter.plan.added_partitions.front();
  return store::RetryOnConflict([&]() -> Status {
    PAISQL_ASSIGN(const std::set<int64_t> sources, AllChosen(alter));
    if (sources.empty()) {
      if (alter.statement.if_exists) return Status::Ok();
      return Error{ErrorCode::kPartitionNotFound,
                   "no partition of " + alter.plan.table.QualifiedName() + " matches",
                   alter.plan.dropped_partitions.front().range,
                   "use MERGE IF EXISTS, or look with SHOW PARTITIONS"};
    }
    std::set<int64_t> dropped = sources;
    PAISQL_ASSIGN(const std::optional<store::Partition> target,
                  FindPartition(alter, values, alter.statement.add_partitions.front().range));
    if (target.has_value() && dropped.erase(target->id) == 0) {
      PAISQL_ASSIGN_AT(alter.range(), const Loss loss,
                       LossOf(alter.plan.table, {target->id}, alter.run));
      PAISQL_TRY(ConfirmLoss("MERGE PARTITION of " + alter.plan.table.QualifiedName(), loss,
                             alter.range(), alter.run));
    }
    return Moving(alter, sources, values, store::WriteMode::kOverwrite).Move(dropped);
  });
}

Status RenamePartition(const Alter& alter) {
  PAISQL_TRY(CheckRowsAreHere(alter));
  const std::vector<syntax::PartitionSpec>& specs = alter.statement.add_partitions;
  const std::vector<PartitionValues>& values = alter.plan.added_partitions;
  return store::RetryOnConflict([&]() -> Status {
    PAISQL_ASSIGN(const std::optional<store::Partition> old,
                  FindPartition(alter, values.front(), specs.front().range));
    if (!old.has_value()) {
      store::Partition missing;
      missing.values = values.front();
      return Error{ErrorCode::kPartitionNotFound,
                   "partition not found:" + missing.Name(alter.plan.table), specs.front().range,
                   "look with SHOW PARTITIONS " + alter.plan.table.name};
    }
    PAISQL_ASSIGN(const std::optional<store::Partition> taken,
                  FindPartition(alter, values.back(), specs.back().range));
    if (taken.has_value()) {
      return Error{ErrorCode::kPartition,
                   "partition " + taken->Name(alter.plan.table) + " of table " +
                       alter.plan.table.QualifiedName() + " already exists",
                   specs.back().range, "drop it first, or MERGE PARTITION both"};
    }
    Moving moving(alter, {old->id}, values.back(), store::WriteMode::kAppend);
    const store::Table& table = alter.plan.table;
    if (table.traits.properties.contains(store::LifecycleOffKey(table, old->values))) {
      moving.Keep({alter.table_id(), {{store::LifecycleOffKey(table, values.back()), "true"}}});
    }
    return moving.Move({old->id});
  });
}

}  // namespace paisql::session
