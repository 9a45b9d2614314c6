// ALTER TABLE … EXCHANGE PARTITION … WITH TABLE: partitions of another table come, with the rows of
// its files, and are dropped there.

#include "execution/keep_all.h"
#include "execution/share_files.h"
#include "session/statements/catalog/partitions.h"
#include "store/table_write.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

class Exchange {
 public:
  explicit Exchange(const Alter& alter) : alter_(alter) {}

  Status Run() {
    PAISQL_TRY(FindMoved());
    State& state = alter_.run.state;
    store::TableWrite write(alter_.catalog());
    AddCatalogChanges(write.transaction());
    if (state.checking()) {
      state.unknowns().NoteRows();
      PAISQL_TRY_AT(alter_.range(), write.transaction().Commit());
      return Status::Ok();
    }
    PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(state));
    execution::Staging staging(state);
    PAISQL_ASSIGN(store::WriteRequest request, Stage(staging, write));
    write.Put(std::move(request));
    PAISQL_TRY_AT(alter_.range(), write.Commit());
    alter_.run.outcome.rows_written = write.rows();
    return Status::Ok();
  }

 private:
  const store::Table& from() const { return alter_.plan.source; }
  const store::Table& to() const { return alter_.plan.table; }

  Status FindMoved() {
    PAISQL_ASSIGN(const std::vector<store::Partition> moved,
                  ChosenPartitions(alter_.plan.exchanged, from(), false, alter_.run));
    PAISQL_ASSIGN_AT(
        alter_.range(), const std::vector<store::Partition> there,
        alter_.catalog().ListPartitions(alter_.table_id(), alter_.plan.exchanged.match));
    if (!there.empty()) {
      return Error{ErrorCode::kPartition,
                   "partition " + there.front().Name(to()) + " of table " + to().QualifiedName() +
                       " already exists",
                   alter_.plan.exchanged.range, "drop it first, or choose another partition"};
    }
    for (const store::Partition& one : moved) {
      ids_.push_back(one.id);
      values_.push_back(one.values);
    }
    return Status::Ok();
  }

  void AddCatalogChanges(store::CatalogTransaction& transaction) const {
    transaction.Add(store::change::AddPartitions{to().id, values_, false});
    transaction.Add(store::change::DropPartitions{from().id, ids_});
  }

  Result<store::WriteRequest> Stage(execution::Staging& staging, store::TableWrite& write) const {
    PAISQL_ASSIGN_AT(alter_.statement.source.range, const store::FileListing listing,
                     alter_.catalog().ListFiles(from(), ids_));
    write.Expect(store::RowsRead(from(), listing));
    store::WriteRequest request;
    request.table_id = to().id;
    request.schema_version = to().schema_version;
    request.table_name = to().QualifiedName();
    request.named_partitions = values_;
    PAISQL_ASSIGN_AT(
        alter_.statement.source.range, request.files,
        execution::SharePartitions(
            alter_.run.state, from(), listing, to(), [](const auto& values) { return values; },
            staging, alter_.run.state.Execution()));
    return request;
  }

  const Alter& alter_;
  std::vector<int64_t> ids_;
  std::vector<std::vector<std::string>> values_;
};

}  // namespace

Status ExchangePartition(const Alter& alter) {
  return store::RetryOnConflict([&]() -> Status { return Exchange(alter).Run(); });
}

}  // namespace paisql::session
