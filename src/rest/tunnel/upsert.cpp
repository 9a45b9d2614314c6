// Upserts: rows that take the places of those with the same keys, and keys whose rows go. A client
// distributes them over buckets by a hash of the key; here all of them are one.

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "engine/arrow/share.h"
#include "rest/records/record_batches.h"
#include "rest/tunnel/begin_upload.h"
#include "rest/tunnel/block_rows.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

namespace {

using UpsertPtr = std::shared_ptr<TableUpsert>;

// The columns that records have after those of the table.
const std::vector<engine::ResultColumn>& ColumnsOfUpserts() {
  static const std::vector<engine::ResultColumn> columns = {
      {"__version", TypeId::kBigint},
      {"__app_version", TypeId::kBigint},
      {"__operation", TypeId::kTinyint},
      {"__key_cols", DataType::Array(TypeId::kBigint)},
      {"__value_cols", DataType::Array(TypeId::kBigint)}};
  return columns;
}
constexpr size_t kOperationAt = 2;  // among them
constexpr size_t kValuesAt = 4;

UpsertPtr UpsertOf(const Call& call, Service& service) {
  return FindSession(service.tunnels.upserts, call, "upsertid");
}

Answer NoUpsert(const Call& call) {
  return NoSession("UpsertSessionNotFound", "upsert", call.Get("upsertid"));
}

std::vector<std::string> KeysOf(const store::Table& table) {
  std::vector<std::string> keys;
  for (const int64_t id : table.traits.primary_key) {
    for (const store::Column& column : table.columns) {
      if (column.id == id) keys.push_back(column.name);
    }
  }
  return keys;
}

std::string_view StatusOf(TableUpsert& upsert) {
  const std::lock_guard lock(upsert.mutex);
  return upsert.committed ? "committed" : "normal";
}

Answer DescribedUpsert(TableUpsert& upsert, std::string_view status, Service& service) {
  const nlohmann::json description = {
      {"id", upsert.id},
      {"schema", SchemaOfTable(upsert.target.table)},
      {"hash_key", KeysOf(upsert.target.table)},
      {"hasher", "default"},
      {"slots", {{{"slot_id", 0}, {"buckets", {0}}, {"worker_addr", service.address}}}},
      {"status", status},
      {"quota_name", "default"},
      {"enable_partial_update", false}};
  return {200, "application/json", description.dump()};
}

// Records of an upsert as rows of its blocks.
class ChangeBatches {
 public:
  ChangeBatches(std::unique_ptr<ByteSource> records, TableUpsert& upsert)
      : upsert_(upsert), columns_(upsert.target.table.columns.size()) {
    std::vector<engine::ResultColumn> columns(
        upsert.rows->columns().begin(),
        upsert.rows->columns().begin() + static_cast<ptrdiff_t>(columns_));
    for (const engine::ResultColumn& column : ColumnsOfUpserts()) columns.push_back(column);
    records_.emplace(std::move(records), columns);
  }

  Result<engine::Batch> Next() {
    PAISQL_ASSIGN(engine::Batch read, records_->Next());
    if (!read) return read;
    const auto batch = std::make_shared<const engine::Batch>(std::move(read));
    PAISQL_TRY(Check(*batch));
    ArrayBuilder order{DataType(TypeId::kBigint)};
    int64_t next = upsert_.order.fetch_add(static_cast<int64_t>(batch->row_count()));
    for (size_t i = 0; i < batch->row_count(); ++i) order.AppendNumber(next++);
    std::vector<ArrowArray> chosen;
    // Two columns of the client's lie between the table's and the operation.
    ArrowArray all = engine::ShareBatch(batch, columns_ + kOperationAt + 1).Release();
    for (size_t i = 0; i < columns_; ++i) chosen.push_back(Taken(*all.children[i]));
    chosen.push_back(Taken(*all.children[columns_ + kOperationAt]));
    all.release(&all);
    chosen.push_back(order.Take());
    return engine::MakeBatch(static_cast<int64_t>(batch->row_count()), std::move(chosen));
  }

 private:
  // Moves an array out of its parent.
  static ArrowArray Taken(ArrowArray& child) { return std::exchange(child, ArrowArray{}); }

  Status Check(const engine::Batch& batch) const {
    const ArrowArray& operation = batch.column(columns_ + kOperationAt);
    const auto* values = static_cast<const int64_t*>(batch.column(columns_ + kValuesAt).buffers[1]);
    for (size_t i = 0; i < batch.row_count(); ++i) {
      const auto one = engine::NumberAt<int8_t>(operation, i);
      if (one != session::TableUpload::kUpsert && one != session::TableUpload::kDelete) {
        return StreamError(StreamFault::kMalformed, "a record's operation is neither U nor D");
      }
      if (values[i + 1] == values[i]) continue;
      return Error{ErrorCode::kUnsupported,
                   "an upsert of some columns of a row alone (partial update) is not offered",
                   {},
                   "give all columns"};
    }
    return Status::Ok();
  }

  TableUpsert& upsert_;
  const size_t columns_;
  std::optional<RecordBatches> records_;
};

Result<UpsertPtr> NewUpsert(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  auto upsert = std::make_shared<TableUpsert>(service.tunnels.limits);
  PAISQL_ASSIGN(upsert->target, WriteTargetOf(call, *catalog, service));
  const store::Table& table = upsert->target.table;
  if (table.traits.primary_key.empty()) {
    return Error{ErrorCode::kUnsupported,
                 table.QualifiedName() + " has no PRIMARY KEY",
                 {},
                 "upload rows into it"};
  }
  upsert->id = store::NewInstanceId();
  session::SessionOptions options = service.options;
  options.user = call.user;
  PAISQL_ASSIGN(upsert->rows,
                session::TableUpload::Open(
                    service.context, std::move(options),
                    {.table = table, .partition = upsert->target.partition, .changes = true}));
  service.tunnels.upserts.Add(upsert->id, call.user, upsert, NowMs());
  return upsert;
}

}  // namespace

Answer BeginUpsert(const Call& call, Service& service) {
  const Result<UpsertPtr> upsert = NewUpsert(call, service);
  return upsert.ok() ? DescribedUpsert(**upsert, "normal", service) : TunnelErrorOf(upsert.error());
}

Answer GetUpsert(const Call& call, Service& service) {
  const UpsertPtr upsert = UpsertOf(call, service);
  return upsert == nullptr ? NoUpsert(call) : DescribedUpsert(*upsert, StatusOf(*upsert), service);
}

Answer PutUpsert(const Call& call, Service& service) {
  const UpsertPtr upsert = UpsertOf(call, service);
  if (upsert == nullptr) return NoUpsert(call);
  TransferCost cost;
  Result<std::unique_ptr<ByteSource>> bytes = OpenUnpacked(call, &cost);
  if (!bytes.ok()) return TunnelErrorOf(bytes.error());
  ChangeBatches rows(*std::move(bytes), *upsert);
  const Result<session::UploadedBlock> block = WriteRows(rows, *upsert->rows, &cost);
  if (!block.ok()) return TunnelErrorOf(block.error());
  const auto refusal = [&]() -> std::optional<Answer> {
    const std::lock_guard lock(upsert->mutex);
    if (upsert->committed) return StatusConflict("the upsert was committed");
    const Status room = upsert->room.Exchange(*block);
    if (!room.ok()) return TunnelErrorOf(room.error());
    upsert->blocks.push_back(*block);
    return std::nullopt;
  }();
  if (!refusal.has_value()) return BlockAnswer(cost);
  session::TableUpload::Drop(*block);
  return *refusal;
}

Answer CommitUpsert(const Call& call, Service& service) {
  const UpsertPtr upsert = UpsertOf(call, service);
  if (upsert == nullptr) return NoUpsert(call);
  {
    const std::lock_guard lock(upsert->mutex);
    // A client that waits for the end asks again.
    if (!upsert->committed) {
      const Status done = upsert->rows->ApplyChanges(upsert->blocks);
      if (!done.ok()) return TunnelErrorOf(done.error());
      for (const session::UploadedBlock& block : upsert->blocks) session::TableUpload::Drop(block);
      upsert->blocks.clear();
      upsert->committed = true;
    }
  }
  return DescribedUpsert(*upsert, "committed", service);
}

Answer AbortUpsert(const Call& call, Service& service) {
  const UpsertPtr upsert = UpsertOf(call, service);
  if (upsert == nullptr) return NoUpsert(call);
  service.tunnels.upserts.Remove(upsert->id);
  return DescribedUpsert(*upsert, "aborted", service);
}

}  // namespace paisql::rest
