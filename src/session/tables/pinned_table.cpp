#include "session/tables/pinned_table.h"

#include <algorithm>

#include "execution/damage.h"
#include "session/tables/state_pool.h"
#include "store/external.h"

namespace paisql::session {

namespace {

// Rows of files, which have one order.
struct Part {
  int64_t begin = 0;
  int64_t count = 0;
};

// What a running read needs. Members go in the opposite order.
class OpenRows final : public engine::ResultStream {
 public:
  OpenRows(std::shared_ptr<PinnedTable> read, StatePool::Loan state)
      : read_(std::move(read)), state_(std::move(state)) {}

  // `part` is what of the files' rows to read; nullopt: all of them.
  Status Start(const store::Table& table, store::FileListing files, std::optional<Part> part,
               const std::vector<size_t>& columns) {
    std::unique_ptr<plan::Scan> scan = ScanOf(table, columns);
    for (const size_t place : columns) columns_.push_back(read_->columns()[place]);
    bindings_.SetFiles(*scan, std::move(files));
    plan_ = std::move(scan);
    if (part.has_value()) {
      // One thread alone reads what is below a limit.
      auto limit = std::make_unique<plan::Limit>();
      limit->count = part->count;
      limit->offset = part->begin;
      limit->output = plan_->output;
      limit->input = std::move(plan_);
      plan_ = std::move(limit);
    }
    PAISQL_TRY(execution::CheckPlans(*state_, {plan_.get()}, bindings_));
    PAISQL_ASSIGN(engine::Connection * connection, state_->Connection());
    engine::ExecutionSettings settings = state_->Execution();
    settings.time_zone = "UTC";
    Result<std::unique_ptr<engine::ResultStream>> rows =
        connection->Query(*plan_, bindings_, settings);
    if (!rows.ok()) return Failure(std::move(rows).error());
    rows_ = std::move(rows).value();
    return Status::Ok();
  }

  const std::vector<engine::ResultColumn>& columns() const override { return columns_; }
  Result<engine::Batch> Next() override {
    Result<engine::Batch> batch = rows_->Next();
    if (!batch.ok()) return Failure(std::move(batch).error());
    return batch;
  }

 private:
  static std::unique_ptr<plan::Scan> ScanOf(const store::Table& table,
                                            const std::vector<size_t>& columns) {
    auto scan = std::make_unique<plan::Scan>();
    scan->table.id = table.id;
    scan->table.project = table.project;
    scan->table.name = table.name;
    scan->table.version = table.schema_version;
    for (const store::Column& column : table.columns) {
      scan->table.columns.push_back({column.id, column.name, column.type});
    }
    for (const store::Column& column : table.partition_columns) {
      scan->table.partition_columns.push_back({column.id, column.name, column.type});
    }
    using Source = plan::Scan::Source;
    for (const size_t place : columns) {
      const bool data = place < table.columns.size();
      const size_t index = data ? place : place - table.columns.size();
      const store::Column& column = data ? table.columns[index] : table.partition_columns[index];
      scan->columns.push_back({data ? Source::kData : Source::kPartition, index});
      scan->output.push_back(
          {static_cast<plan::ColumnId>(scan->output.size()), column.name, column.type});
    }
    return scan;
  }

  Error Failure(Error error) {
    return execution::NameDamagedFile(*state_, *plan_, bindings_, std::move(error));
  }

  std::shared_ptr<PinnedTable> read_;
  StatePool::Loan state_;
  std::unique_ptr<plan::Relation> plan_;
  engine::Bindings bindings_;
  std::vector<engine::ResultColumn> columns_;
  std::unique_ptr<engine::ResultStream> rows_;
};

}  // namespace

Result<std::shared_ptr<PinnedTable>> PinnedTable::Open(std::shared_ptr<HomeContext> context,
                                                       SessionOptions options,
                                                       const store::Table& table,
                                                       const std::vector<std::string>& partition) {
  if (table.kind == store::TableKind::kView || store::IsExternal(table)) {
    return Error{ErrorCode::kUnsupported,
                 table.QualifiedName() + " keeps no rows of its own",
                 {},
                 "SELECT reads it"};
  }
  options.project = table.project;
  auto pool = std::make_shared<StatePool>(std::move(context), std::move(options));
  std::shared_ptr<PinnedTable> read(std::unique_ptr<PinnedTable>(new PinnedTable(pool, table)));
  PAISQL_TRY(read->Pin(partition));
  return read;
}

Status PinnedTable::Pin(const std::vector<std::string>& partition) {
  PAISQL_ASSIGN(const StatePool::Loan state, pool_->Borrow());
  store::Catalog& catalog = state->catalog();
  if (catalog.home().writable()) {
    PAISQL_ASSIGN(lease_, store::Lease::Acquire(catalog.home()));
    // Everything is kept while files are listed, then what the listing shows.
    PAISQL_TRY(lease_->Pin(0));
  }
  {
    PAISQL_ASSIGN(const store::Catalog::View one_state, catalog.BeginView());
    std::optional<std::vector<int64_t>> ids;
    if (!partition.empty()) {
      PAISQL_ASSIGN(const std::vector<store::Partition> found,
                    catalog.ListPartitions(table_.id, {partition.begin(), partition.end()}));
      if (found.empty()) {
        return Error{ErrorCode::kPartitionNotFound,
                     table_.QualifiedName() + " has no such partition",
                     {},
                     ""};
      }
      ids = {found.front().id};
    }
    PAISQL_ASSIGN(listing_, catalog.ListFiles(table_, ids));
  }
  if (lease_ != nullptr) PAISQL_TRY(lease_->Pin(listing_.snapshot));
  for (const store::Column& column : table_.columns) columns_.push_back({column.name, column.type});
  if (partition.empty()) {
    for (const store::Column& column : table_.partition_columns) {
      columns_.push_back({column.name, column.type});
    }
  }
  for (const store::DataFile& file : listing_.files) {
    rows_ += file.rows;
    bytes_ += file.bytes;
  }
  for (const store::DataFile& file : listing_.deletes) rows_ -= file.rows;
  return Status::Ok();
}

store::FileListing PinnedTable::FilesFor(int64_t& begin, int64_t count) const {
  if (!listing_.deletes.empty()) return listing_;  // how many rows of a file are left is not known
  store::FileListing files = listing_;
  files.files.clear();
  int64_t left = count;
  bool first = true;
  for (const store::DataFile& file : listing_.files) {
    if (left <= 0) break;
    if (first && begin >= file.rows) {
      begin -= file.rows;
      continue;
    }
    left -= file.rows - (first ? begin : 0);
    first = false;
    files.files.push_back(file);
  }
  return files;
}

Result<std::unique_ptr<engine::ResultStream>> PinnedTable::Read(
    int64_t begin, int64_t count, const std::vector<size_t>& columns) {
  begin = std::clamp(begin, int64_t{0}, rows_);
  count = std::clamp(count, int64_t{0}, rows_ - begin);
  PAISQL_ASSIGN(StatePool::Loan state, pool_->Borrow());
  const bool all = count == rows_;
  store::FileListing files = FilesFor(begin, count);
  auto rows = std::make_unique<OpenRows>(shared_from_this(), std::move(state));
  PAISQL_TRY(rows->Start(table_, std::move(files),
                         all ? std::nullopt : std::optional(Part{begin, count}), columns));
  return std::unique_ptr<engine::ResultStream>(std::move(rows));
}

}  // namespace paisql::session
