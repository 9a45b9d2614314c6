// Batches from outside into Parquet files.

#include <optional>

#include "base/text.h"
#include "engine/arrow/share.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/batches/file_being_written.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/connection.h"

namespace paisql::engine {
namespace {

// A file ends when it has so many rows or bytes: files stay large enough to be read fast.
constexpr int64_t kRowsOfOneFile = int64_t{1} << 20;
constexpr int64_t kBytesOfOneFile = int64_t{256} << 20;

using Shared = std::shared_ptr<const Batch>;

class DuckdbBatchAppender : public BatchAppender {
 public:
  DuckdbBatchAppender(std::shared_ptr<Link> link, const std::vector<ResultColumn>& columns,
                      WriteTarget target)
      : link_(std::move(link)), target_(std::move(target)) {
    settings_.time_zone = "UTC";
    for (const ResultColumn& column : columns) types_.push_back(column.type);
  }

  Status Append(Batch batch) override {
    if (batch.row_count() == 0) return Status::Ok();
    PAISQL_TRY(RefuseNulls(batch));
    if (stream_ == nullptr) PAISQL_TRY(StartFile());
    file_.rows += static_cast<int64_t>(batch.row_count());
    file_bytes_ += BytesOf(batch, types_.size());
    auto shared = std::make_shared<const Batch>(std::move(batch));
    if (writing_ == nullptr && waiting_ < BatchStream::kMostBatches) {
      ++waiting_;  // few batches need no other thread
      stream_->Push(std::move(shared));
    } else {
      if (writing_ == nullptr) {
        writing_ = std::make_unique<FileBeingWritten<Shared>>(link_, stream_, sql_);
      }
      PAISQL_TRY(writing_->Push(std::move(shared)));
    }
    const bool full = file_.rows >= kRowsOfOneFile || file_bytes_ >= kBytesOfOneFile;
    return full ? EndFile() : Status::Ok();
  }

  Result<std::vector<WrittenFile>> Finish() override {
    if (stream_ != nullptr) PAISQL_TRY(EndFile());
    return std::move(files_);
  }

 private:
  Status RefuseNulls(const Batch& batch) const {
    for (size_t i = 0; i < target_.not_null.size(); ++i) {
      if (!target_.not_null[i]) continue;
      const ArrowArray& column = batch.column(i);
      const void* bits = column.buffers[0];
      for (size_t row = 0; bits != nullptr && row < batch.row_count(); ++row) {
        if (IsBitSet(bits, row + static_cast<size_t>(column.offset))) continue;
        return Error{ErrorCode::kRuntimeArguments,
                     "Can't insert a null value into not-null column " + target_.column_names[i],
                     {},
                     ""};
      }
    }
    return Status::Ok();
  }

  Status StartFile() {
    file_ = {};
    file_.path = target_.directory + "/" + NewFileName();
    file_bytes_ = 0;
    waiting_ = 0;
    stream_ = std::make_shared<BatchStream>(types_);
    std::vector<std::string> items;
    for (size_t i = 0; i < types_.size(); ++i) {
      std::string value = "v" + std::to_string(i);
      // A CHAR is kept with the blanks that pad it.
      if (types_[i].id() == TypeId::kChar) {
        value = "rpad(" + value + ", " + std::to_string(types_[i].length()) + ", ' ')";
      }
      items.push_back(value + " AS " + QuoteName(target_.column_names[i]));
    }
    sql_ = "COPY (SELECT " + Join(items, ", ") + " FROM " + std::string(kBatchFunction) +
           "()) TO " + QuoteText(file_.path) + " (" + std::string(kFileOptions) + ")";
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    context.functions.insert(std::string(kBatchFunction));
    return link_->Begin(context, sql_, {}, {.batches = stream_});
  }

  Status EndFile() {
    const std::shared_ptr<BatchStream> stream = std::move(stream_);
    if (const auto ended = std::move(writing_); ended != nullptr) {
      PAISQL_TRY(ended->Finish());
    } else {
      stream->End();
      PAISQL_TRY(link_->Execute(sql_));
    }
    files_.push_back(std::move(file_));
    return Status::Ok();
  }

  const std::shared_ptr<Link> link_;
  const WriteTarget target_;
  ExecutionSettings settings_;
  std::vector<DataType> types_;
  std::shared_ptr<BatchStream> stream_;  // of the file that is written; null between two files
  std::string sql_;
  size_t waiting_ = 0;  // batches that no thread reads yet
  WrittenFile file_;
  int64_t file_bytes_ = 0;
  std::vector<WrittenFile> files_;
  std::unique_ptr<FileBeingWritten<Shared>> writing_;  // after what it writes from
};

}  // namespace

Result<std::unique_ptr<BatchAppender>> DuckdbConnection::AppendBatches(
    const std::vector<ResultColumn>& columns, const WriteTarget& target) {
  PAISQL_ASSERT(target.partition_names.empty(), "rows from outside have no dynamic partitions");
  std::shared_ptr<Link> sibling;
  {
    const std::lock_guard lock(mutex_);
    PAISQL_ASSIGN(sibling, link_->OpenSibling());
  }
  return std::unique_ptr<BatchAppender>(
      std::make_unique<DuckdbBatchAppender>(std::move(sibling), columns, target));
}

}  // namespace paisql::engine
