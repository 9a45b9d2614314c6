#include "session/relations.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <system_error>

#include "base/assert.h"
#include "base/text.h"
#include "engine/arrow/share.h"
#include "engine/text/result_text.h"
#include "session/output.h"

namespace paisql::session {

namespace {

// How long rows beyond those that are kept are read only to count them.
constexpr std::chrono::milliseconds kCounting{1000};

// The type under which a column's text becomes a value again; others are read as the text that was
// shown.
DataType KeptType(const DataType& type) {
  switch (type.id()) {
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kBinary:
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
    case TypeId::kVoid:
      return TypeId::kString;
    default:
      return type;
  }
}

// As the file calls a column: results may have a name twice.
std::string NameInFile(size_t index) { return "c" + std::to_string(index); }

store::Column ColumnOf(size_t index, std::string name, const DataType& type) {
  store::Column column;
  column.id = static_cast<int64_t>(index) + 1;
  column.name = std::move(name);
  column.type = KeptType(type);
  return column;
}

}  // namespace

std::string KeptRelation::Called() const {
  return name_ == kLastResult ? "the last result" : "the relation " + name_;
}

names::SessionTable KeptRelation::Table(const std::string& project) const {
  names::SessionTable known;
  known.table.id = id_;
  known.table.project = project;
  known.table.name = name_;
  if (!rows_.has_value()) {
    known.problem = fmt::format("{} is {}, and there is no result yet", name_, Called());
    known.cure = "SELECT, SHOW and DESC make one";
    return known;
  }
  if (!rows_->problem.empty()) {
    known.problem = Called() + " was not kept: " + rows_->problem;
    known.cure = "CREATE TABLE t AS SELECT … keeps any result";
    if (rows_->too_many) known.cure += "; SET paisql.last.rows=n; more rows";
    return known;
  }
  for (size_t i = 0; i < rows_->columns.size(); ++i) {
    known.table.columns.push_back(ColumnOf(i, rows_->columns[i].name, rows_->columns[i].type));
  }
  return known;
}

void KeptRelation::Forget() {
  rows_.reset();
  files_.reset();
  staging_.reset();
}

void KeptRelation::SetColumns(const std::vector<plan::OutputColumn>& columns) {
  Forget();
  rows_.emplace();
  for (const plan::OutputColumn& column : columns) {
    rows_->columns.push_back({column.name, column.type});
  }
}

void KeptRelation::Set(const Answer& answer) {
  Forget();
  AnswerStream stream(answer);
  rows_.emplace();
  rows_->columns = stream.columns();
  Result<engine::Batch> batch = stream.Next();
  if (batch.ok() && *batch) {
    rows_->batches.push_back(std::make_shared<const engine::Batch>(std::move(batch).value()));
  }
}

void KeptRelation::SetFiles(store::FileListing files, std::unique_ptr<execution::Staging> staging) {
  Forget();
  files_ = std::move(files);
  staging_ = std::move(staging);
}

Status KeptRelation::WriteFile(execution::Host& host) {
  auto staging = std::make_unique<execution::Staging>(host);
  std::vector<engine::ResultColumn> columns;
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, staging->MakeFolder());
  for (size_t i = 0; i < rows_->columns.size(); ++i) {
    target.column_names.push_back(NameInFile(i));
    columns.push_back({target.column_names.back(), KeptType(rows_->columns[i].type)});
  }
  engine::ExecutionSettings settings;
  if (!rows_->time_zone.empty()) settings.time_zone = rows_->time_zone;
  PAISQL_ASSIGN(engine::Connection * connection, host.Connection());
  PAISQL_ASSIGN(const std::unique_ptr<engine::RowAppender> appender,
                connection->Append(columns, target, settings));
  engine::ResultText text(rows_->columns);
  std::string cell;
  for (const auto& batch : rows_->batches) {
    PAISQL_TRY(host.CheckInterrupted());
    text.Read(*batch);
    for (size_t row = 0; row < batch->row_count(); ++row) {
      for (size_t i = 0; i < columns.size(); ++i) {
        if (text.IsNull(i, row)) {
          appender->AppendNull();
          continue;
        }
        cell.clear();
        text.AppendText(i, row, engine::TextForm::kPlain, cell);
        appender->AppendText(cell);
      }
      PAISQL_TRY(appender->EndRow());
    }
  }
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> written, appender->Finish());
  store::FileListing listing;
  store::SchemaVersion& version = listing.schema_versions.emplace_back();
  for (size_t i = 0; i < columns.size(); ++i) {
    version.columns.push_back(ColumnOf(i, NameInFile(i), columns[i].type));
  }
  for (const engine::WrittenFile& one : written) {
    store::DataFile& file = listing.files.emplace_back();
    file.path = one.path;
    file.rows = one.rows;
    std::error_code failure;
    file.bytes = static_cast<int64_t>(std::filesystem::file_size(one.path, failure));
  }
  files_ = std::move(listing);
  staging_ = std::move(staging);
  return Status::Ok();
}

Result<store::FileListing> KeptRelation::Files(execution::Host& host) {
  PAISQL_ASSERT(rows_.has_value() || files_.has_value(), "a result is read that is not there");
  if (!files_.has_value()) PAISQL_TRY(WriteFile(host));
  return *files_;
}

KeptRelation& Relations::Named(const std::string& name) {
  for (const std::unique_ptr<KeptRelation>& one : relations_) {
    if (!hidden_.contains(one->id()) && EqualsIgnoreCase(one->name(), name)) return *one;
  }
  const int64_t id = execution::kFirstHostTableId - static_cast<int64_t>(relations_.size());
  return *relations_.emplace_back(std::make_unique<KeptRelation>(id, name));
}

KeptRelation& Relations::AddHidden(const std::string& name) {
  const int64_t id = execution::kFirstHostTableId - static_cast<int64_t>(relations_.size());
  hidden_.insert(id);
  return *relations_.emplace_back(std::make_unique<KeptRelation>(id, name));
}

KeptRelation& Relations::Hidden(const std::string& name) {
  for (const std::unique_ptr<KeptRelation>& one : relations_) {
    if (hidden_.contains(one->id()) && one->name() == name) return *one;
  }
  return AddHidden(name);
}

void Relations::AddTo(names::Names& names) const {
  for (const std::unique_ptr<KeptRelation>& one : relations_) {
    if (!hidden_.contains(one->id())) names.AddSessionTable(one->Table(names.place()));
  }
}

Result<store::FileListing> Relations::Files(int64_t id, execution::Host& host) {
  const auto position = static_cast<size_t>(execution::kFirstHostTableId - id);
  PAISQL_ASSERT(position < relations_.size(), "a plan reads a relation that the session lacks");
  return relations_[position]->Files(host);
}

void Relations::Forget() {
  for (const std::unique_ptr<KeptRelation>& one : relations_) one->Forget();
}

KeptStream::KeptStream(engine::ResultStream& rows, int64_t max_rows, std::string time_zone)
    : rows_(rows), max_rows_(max_rows) {
  kept_.columns = rows.columns();
  kept_.time_zone = std::move(time_zone);
}

Result<engine::Batch> KeptStream::Next() {
  Result<engine::Batch> batch = rows_.Next();
  if (!batch.ok()) return batch;
  ended_ = !*batch;
  if (ended_) return batch;
  row_count_ += static_cast<int64_t>(batch->row_count());
  if (!kept_.problem.empty()) return batch;
  const size_t columns = kept_.columns.size();
  bytes_ += engine::BytesOf(*batch, columns);
  if (row_count_ > max_rows_ || bytes_ > KeptRelation::kMaxBytes) {
    kept_.too_many = row_count_ > max_rows_;
    kept_.problem = kept_.too_many
                        ? fmt::format("it has more than {} rows", max_rows_)
                        : fmt::format("it has more than {} MB", KeptRelation::kMaxBytes >> 20);
    kept_.batches.clear();
    return batch;
  }
  const auto shared = std::make_shared<const engine::Batch>(std::move(batch).value());
  kept_.batches.push_back(shared);
  return engine::ShareBatch(shared, columns);
}

void KeptStream::Keep(KeptRelation& relation) {
  const auto patience = std::chrono::steady_clock::now() + kCounting;
  while (!ended_ && (kept_.problem.empty() || (kept_.too_many && kept_.batches.empty() &&
                                               std::chrono::steady_clock::now() < patience))) {
    const Result<engine::Batch> batch = Next();
    if (batch.ok()) continue;
    if (!kept_.problem.empty()) break;
    // Whoever reads in a pager may leave it, and that ends the query.
    if (batch.error().code == ErrorCode::kInstanceCancelled) {
      kept_.problem = "it was left before all of its rows had come";
    } else {
      kept_.problem = "its later rows fail with " + batch.error().ToString();
    }
  }
  relation.Forget();
  relation.rows_ = std::move(kept_);
}

}  // namespace paisql::session
