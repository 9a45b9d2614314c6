#include <charconv>

#include "base/text.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/engine.h"
#include "engine/duckdb/run/row_blocks.h"

namespace paisql::engine {
namespace {

// A file is written when so many rows or bytes have gathered: memory stays bounded, and files stay
// large enough to be read fast.
constexpr size_t kRowsOfOneFile = size_t{1} << 20;
constexpr size_t kBytesOfOneFile = size_t{256} << 20;

class DuckdbAppender : public RowAppender {
 public:
  DuckdbAppender(std::shared_ptr<Connection> connection, const std::vector<ResultColumn>& columns,
                 WriteTarget target, ExecutionSettings settings)
      : connection_(std::move(connection)),
        columns_(columns),
        target_(std::move(target)),
        settings_(std::move(settings)) {
    // Rows may be appended on another thread than the statement's own.
    settings_.leash = nullptr;
    StartBlock();
  }

  void AppendNull() override {
    RowColumn& column = NextColumn();
    column.is_null.push_back(true);
    switch (column.raw_type) {
      case TypeId::kBoolean:
      case TypeId::kBigint:
        column.integers.push_back(0);
        break;
      case TypeId::kDouble:
        column.doubles.push_back(0);
        break;
      default:
        column.texts.emplace_back();
    }
  }

  void AppendText(std::string_view text) override {
    RowColumn& column = NextColumn();
    column.is_null.push_back(false);
    const char* end = text.data() + text.size();
    switch (column.raw_type) {
      case TypeId::kBoolean:
        column.integers.push_back(text == "true" ? 1 : 0);
        break;
      case TypeId::kBigint: {
        const auto read = std::from_chars(text.data(), end, column.integers.emplace_back(0));
        PAISQL_ASSERT(read.ec == std::errc() && read.ptr == end, "not the text of an integer");
        break;
      }
      case TypeId::kDouble: {
        const auto read = std::from_chars(text.data(), end, column.doubles.emplace_back(0));
        PAISQL_ASSERT(read.ec == std::errc() && read.ptr == end, "not the text of a number");
        break;
      }
      default:
        column.texts.emplace_back(text);
        bytes_ += text.size() + sizeof(std::string);
    }
  }

  Status EndRow() override {
    PAISQL_ASSERT(next_ == columns_.size(), "a row with too few cells");
    next_ = 0;
    if (++block_->rows < kRowsOfOneFile && bytes_ < kBytesOfOneFile) return Status::Ok();
    return WriteBlock();
  }

  Result<std::vector<WrittenFile>> Finish() override {
    if (block_->rows > 0) PAISQL_TRY(WriteBlock());
    return std::move(files_);
  }

 private:
  RowColumn& NextColumn() {
    PAISQL_ASSERT(next_ < columns_.size(), "a row with too many cells");
    return block_->columns[next_++];
  }

  void StartBlock() {
    block_ = std::make_shared<RowBlock>();
    bytes_ = 0;
    for (const ResultColumn& column : columns_) {
      block_->columns.emplace_back().raw_type = RawType(column.type);
    }
  }

  Status WriteBlock() {
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    std::vector<std::string> items;
    for (size_t i = 0; i < columns_.size(); ++i) {
      items.push_back(FromRaw("v" + std::to_string(i), columns_[i].type, context) + " AS " +
                      QuoteName(target_.column_names[i]));
    }
    WrittenFile file;
    file.path = target_.directory + "/" + NewFileName();
    file.rows = static_cast<int64_t>(block_->rows);
    context.blocks.push_back(std::move(block_));
    StartBlock();
    const std::string sql = "COPY (SELECT " + Join(items, ", ") + " FROM " +
                            std::string(kRowBlockFunction) + "(0)) TO " + QuoteText(file.path) +
                            " (FORMAT parquet, COMPRESSION snappy)";
    PAISQL_TRY(connection_->Begin(context, sql));
    PAISQL_TRY(connection_->Execute(sql));
    files_.push_back(std::move(file));
    return Status::Ok();
  }

  std::shared_ptr<Connection> connection_;
  std::vector<ResultColumn> columns_;
  WriteTarget target_;
  ExecutionSettings settings_;
  std::shared_ptr<RowBlock> block_;
  size_t next_ = 0;   // the column of the next cell
  size_t bytes_ = 0;  // of texts in the block
  std::vector<WrittenFile> files_;
};

}  // namespace

Result<std::unique_ptr<RowAppender>> DuckdbEngine::Append(const std::vector<ResultColumn>& columns,
                                                          const WriteTarget& target,
                                                          const ExecutionSettings& settings) {
  PAISQL_ASSERT(target.partition_names.empty(), "rows from outside have no dynamic partitions");
  PAISQL_ASSIGN(auto connection, connection_->OpenSibling());
  return std::unique_ptr<RowAppender>(
      std::make_unique<DuckdbAppender>(std::move(connection), columns, target, settings));
}

}  // namespace paisql::engine
