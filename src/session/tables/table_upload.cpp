#include "session/tables/table_upload.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/files/files.h"
#include "base/hex.h"
#include "engine/batch_appender.h"
#include "execution/staging.h"
#include "session/permissions.h"
#include "session/statements/writes.h"
#include "session/tables/state_pool.h"
#include "store/auto_partition.h"
#include "store/external.h"
#include "store/table_write.h"

namespace paisql::session {

namespace {

constexpr size_t kNameDigits = 16;

class EngineBlock final : public TableUpload::Block {
 public:
  EngineBlock(StatePool::Loan state, std::unique_ptr<engine::BatchAppender> rows,
              std::string folder, const TableUpload::Target& target)
      : state_(std::move(state)),
        rows_(std::move(rows)),
        folder_(std::move(folder)),
        target_(target) {}
  ~EngineBlock() override {
    rows_.reset();
    if (finished_) return;
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  Status Append(engine::Batch batch) override {
    count_ += static_cast<int64_t>(batch.row_count());
    return rows_->Append(std::move(batch));
  }
  Result<UploadedBlock> Finish() override {
    PAISQL_ASSIGN(const std::vector<engine::WrittenFile> written, rows_->Finish());
    finished_ = true;
    store::PartitionLevels levels;
    if (!target_.spreads) levels.assign(target_.partition.begin(), target_.partition.end());
    UploadedBlock block{execution::ToStagedFiles(written, levels), count_};
    for (const store::StagedFile& file : block.files) {
      std::error_code unknown;
      const auto bytes = std::filesystem::file_size(file.path, unknown);
      if (!unknown) block.bytes += static_cast<int64_t>(bytes);
    }
    return block;
  }

 private:
  StatePool::Loan state_;
  std::unique_ptr<engine::BatchAppender> rows_;
  const std::string folder_;
  const TableUpload::Target& target_;
  int64_t count_ = 0;
  bool finished_ = false;
};

std::vector<store::Column> ColumnsOfBlocks(const TableUpload::Target& target) {
  std::vector<store::Column> columns = target.table.columns;
  if (target.spreads) {
    const std::vector<store::Column>& levels = target.table.partition_columns;
    columns.insert(columns.end(), levels.begin() + static_cast<ptrdiff_t>(target.partition.size()),
                   levels.end());
  }
  if (!target.changes) return columns;
  for (store::Column& column : columns) {
    // A row that goes needs its key alone.
    if (!std::ranges::count(target.table.traits.primary_key, column.id)) column.not_null = false;
  }
  int64_t id = 0;
  for (const store::Column& column : columns) id = std::max(id, column.id);
  for (const auto& [name, type] : {std::pair(TableUpload::kOperation, TypeId::kTinyint),
                                   std::pair(TableUpload::kOrder, TypeId::kBigint)}) {
    store::Column& column = columns.emplace_back();
    column.id = ++id;
    column.name = name;
    column.type = type;
  }
  return columns;
}

Error Refused(const store::Table& table, const std::string& why) {
  return {ErrorCode::kUnsupported, table.QualifiedName() + why, {}, "write it by INSERT"};
}

}  // namespace

TableUpload::~TableUpload() = default;

Result<std::unique_ptr<TableUpload>> TableUpload::Open(std::shared_ptr<HomeContext> context,
                                                       SessionOptions options, Target target) {
  const store::Table& table = target.table;
  if (table.kind == store::TableKind::kView) return Refused(table, " is a view");
  if (store::IsExternal(table)) return Refused(table, " is an external table");
  std::unique_ptr<TableUpload> upload(new TableUpload);
  options.project = table.project;
  upload->user_ = options.user;
  upload->pool_ = std::make_shared<StatePool>(std::move(context), std::move(options));
  upload->target_ = std::move(target);
  upload->block_columns_ = ColumnsOfBlocks(upload->target_);
  for (const store::Column& column : upload->block_columns_) {
    upload->columns_.push_back({column.name, column.type});
  }
  PAISQL_ASSIGN(const StatePool::Loan state, upload->pool_->Borrow());
  PAISQL_TRY(upload->CheckTarget(state->catalog()));
  PAISQL_ASSIGN(upload->lease_, store::Lease::Acquire(state->catalog().home()));
  PAISQL_ASSIGN(upload->folder_, upload->lease_->StagingFolder());
  return upload;
}

Status TableUpload::CheckTarget(store::Catalog& catalog) const {
  const store::Table& table = target_.table;
  PAISQL_ASSIGN(const std::optional<store::Table> now,
                catalog.FindTable(table.project, table.name));
  if (!now.has_value() || now->id != table.id) {
    return Error{ErrorCode::kTableNotFound,
                 "table " + table.QualifiedName() + " is not there any more",
                 {},
                 ""};
  }
  // What was granted when the upload began may have been revoked.
  const Wanted wanted = {.type = "table",
                         .project = table.project,
                         .object = table.name,
                         .action = "Update",
                         .object_id = table.id,
                         .owner = now->owner};
  PAISQL_TRY(Permissions(catalog, user_).Require(wanted, table.project));
  if (now->schema_version != table.schema_version) return store::RowsChanged(table.QualifiedName());
  if (target_.partition.empty() || target_.spreads) return Status::Ok();
  PAISQL_ASSIGN(
      const std::vector<store::Partition> found,
      catalog.ListPartitions(table.id, {target_.partition.begin(), target_.partition.end()}));
  if (!found.empty()) return Status::Ok();
  store::Partition missing;
  missing.values = target_.partition;
  return Error{ErrorCode::kPartitionNotFound, "partition not found:" + missing.Name(table), {}, ""};
}

Result<std::unique_ptr<TableUpload::Block>> TableUpload::NewBlock() {
  PAISQL_ASSIGN(StatePool::Loan state, pool_->Borrow());
  engine::WriteTarget to;
  to.directory = folder_ + "/block" + RandomHex(kNameDigits);
  PAISQL_TRY(MakeFolders(to.directory));
  to.column_names = execution::ColumnNames(block_columns_);
  for (const store::Column& column : block_columns_) to.not_null.push_back(column.not_null);
  PAISQL_ASSIGN(engine::Connection * connection, state->Connection());
  PAISQL_ASSIGN(auto rows, engine::AppendBatches(*connection, columns_, to));
  return std::unique_ptr<Block>(std::make_unique<EngineBlock>(std::move(state), std::move(rows),
                                                              std::move(to.directory), target_));
}

void TableUpload::Drop(const UploadedBlock& block) {
  std::error_code ignored;
  for (const store::StagedFile& file : block.files) std::filesystem::remove(file.path, ignored);
}

Status TableUpload::Commit(const std::vector<UploadedBlock>& blocks) {
  if (target_.spreads || store::AutoPartitionOf(target_.table)) return Spread(blocks);
  PAISQL_ASSIGN(const StatePool::Loan state, pool_->Borrow());
  PAISQL_TRY(CheckTarget(state->catalog()));
  const bool keyed = !target_.table.traits.primary_key.empty();
  execution::Staging staging(*state);
  PAISQL_TRY(store::RetryOnConflict([&]() -> Status {
    store::TableWrite write(state->catalog());
    store::TableTarget target{
        target_.table,
        target_.overwrite ? store::WriteMode::kOverwrite : store::WriteMode::kAppend,
        {target_.partition.begin(), target_.partition.end()}};
    std::vector<store::StagedFile> files;
    for (const UploadedBlock& block : blocks) {
      files.insert(files.end(), block.files.begin(), block.files.end());
    }
    if (keyed) PAISQL_TRY(state->KeepKeys(target, files, staging, write));
    write.Put(target, std::move(files));
    return write.Commit();
  }));
  if (keyed || target_.overwrite) state->SweepReplaced();
  if (!target_.overwrite) MergeAfterWrite(target_.table, {target_.partition}, *state);
  return Status::Ok();
}

}  // namespace paisql::session
