#include <charconv>

#include "base/text.h"
#include "engine/duckdb/batches/file_being_written.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/row_blocks.h"
#include "engine/duckdb/run/row_stream.h"
#include "types/time/time_text.h"

namespace paisql::engine {
namespace {

// A file ends when it has so many rows or bytes: files stay large enough to be read fast.
constexpr size_t kRowsOfOneFile = size_t{1} << 20;
constexpr size_t kBytesOfOneFile = size_t{256} << 20;
// A block goes to the encoding thread when it has so many: memory stays bounded, and the thread
// wakes rarely.
constexpr size_t kRowsOfBlock = size_t{1} << 14;
constexpr size_t kBytesOfBlock = size_t{4} << 20;
// The bytes of a number, and of any cell's mark for NULL.
constexpr size_t kBytesOfCell = 9;

// Of the canonical text of a DATETIME; nullopt for a year that has not four digits.
std::optional<int64_t> WallMicros(std::string_view text) {
  const std::optional<WallTime> time = ReadTime(text, kTimestampForm);
  if (!time.has_value()) return std::nullopt;
  return time->seconds * 1'000'000 + time->nanos / 1000;
}

using FileOfBlocks = FileBeingWritten<std::shared_ptr<const RowBlock>>;

class DuckdbAppender : public RowAppender {
 public:
  DuckdbAppender(std::shared_ptr<Link> link, const std::vector<ResultColumn>& columns,
                 WriteTarget target, ExecutionSettings settings)
      : link_(std::move(link)),
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
    if (columns_[next_ - 1].type.id() == TypeId::kDatetime) {
      const std::optional<int64_t> micros = WallMicros(text);
      if (!micros.has_value()) unreadable_ = text;
      column.integers.push_back(micros.value_or(0));
      return;
    }
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

  void AppendInteger(int64_t value) override {
    RowColumn& column = NextColumn();
    PAISQL_ASSERT(column.raw_type == TypeId::kBigint || column.raw_type == TypeId::kBoolean,
                  "an integer for a column of another type");
    column.is_null.push_back(false);
    column.integers.push_back(value);
  }

  void AppendDouble(double value) override {
    RowColumn& column = NextColumn();
    PAISQL_ASSERT(column.raw_type == TypeId::kDouble, "a number for a column of another type");
    column.is_null.push_back(false);
    column.doubles.push_back(value);
  }

  Status EndRow() override {
    PAISQL_ASSERT(next_ == columns_.size(), "a row with too few cells");
    next_ = 0;
    if (!unreadable_.empty()) {
      return Error{
          ErrorCode::kInvalidDatetime, "'" + unreadable_ + "' is not a valid DATETIME", {}, ""};
    }
    bytes_ += columns_.size() * kBytesOfCell;
    if (++block_->rows < kRowsOfBlock && bytes_ < kBytesOfBlock) return Status::Ok();
    PAISQL_TRY(GiveBlock());
    if (static_cast<size_t>(file_.rows) < kRowsOfOneFile && file_bytes_ < kBytesOfOneFile) {
      return Status::Ok();
    }
    return EndFile();
  }

  Result<std::vector<WrittenFile>> Finish() override {
    if (writing_ == nullptr && block_->rows > 0) {
      // So few rows need no other thread.
      PAISQL_TRY(WriteBlock());
    } else if (writing_ != nullptr) {
      if (block_->rows > 0) PAISQL_TRY(GiveBlock());
      PAISQL_TRY(EndFile());
    }
    return std::move(files_);
  }

 private:
  RowColumn& NextColumn() {
    PAISQL_ASSERT(next_ < columns_.size(), "a row with too many cells");
    return block_->columns[next_++];
  }

  // `rows`: so many are likely.
  void StartBlock(size_t rows = 0) {
    block_ = std::make_shared<RowBlock>();
    bytes_ = 0;
    for (const ResultColumn& type : columns_) {
      RowColumn& column = block_->columns.emplace_back();
      const bool dated = type.type.id() == TypeId::kDatetime;
      column.raw_type = dated ? TypeId::kBigint : RawType(type.type);
      column.is_null.reserve(rows);
      switch (column.raw_type) {
        case TypeId::kBoolean:
        case TypeId::kBigint:
          column.integers.reserve(rows);
          break;
        case TypeId::kDouble:
          column.doubles.reserve(rows);
          break;
        default:
          column.texts.reserve(rows);
      }
    }
  }

  // COPY of what the function gives into the file.
  std::string CopySql(const std::string& call, PrintContext& context) const {
    std::vector<std::string> items;
    for (size_t i = 0; i < columns_.size(); ++i) {
      std::string raw = "v" + std::to_string(i);
      if (columns_[i].type.id() == TypeId::kDatetime) raw = "make_timestamp(" + raw + ")";
      items.push_back(FromRaw(raw, columns_[i].type, context) + " AS " +
                      QuoteName(target_.column_names[i]));
    }
    return "COPY (SELECT " + Join(items, ", ") + " FROM " + call + ") TO " + QuoteText(file_.path) +
           " (" + std::string(kFileOptions) + ")";
  }

  void NameFile() {
    file_ = {};
    file_.path = target_.directory + "/" + NewFileName();
    file_bytes_ = 0;
  }

  // All rows there are, at once.
  Status WriteBlock() {
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    NameFile();
    file_.rows = static_cast<int64_t>(block_->rows);
    context.blocks.push_back(std::move(block_));
    StartBlock();
    const std::string sql = CopySql(std::string(kRowBlockFunction) + "(0)", context);
    PAISQL_TRY(link_->Begin(context, sql));
    PAISQL_TRY(link_->Execute(sql));
    files_.push_back(std::move(file_));
    return Status::Ok();
  }

  Status StartFile() {
    NameFile();
    std::vector<TypeId> raw_types;
    for (const RowColumn& column : block_->columns) raw_types.push_back(column.raw_type);
    auto stream = std::make_shared<RowStream>(std::move(raw_types));
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    context.functions.insert(std::string(kRowStreamFunction));
    const std::string sql = CopySql(std::string(kRowStreamFunction) + "()", context);
    PAISQL_TRY(link_->Begin(context, sql, {}, {.stream = stream}));
    writing_ = std::make_unique<FileOfBlocks>(link_, std::move(stream), sql);
    return Status::Ok();
  }

  Status GiveBlock() {
    if (writing_ == nullptr) PAISQL_TRY(StartFile());
    file_.rows += static_cast<int64_t>(block_->rows);
    file_bytes_ += bytes_;
    std::shared_ptr<const RowBlock> full = std::move(block_);
    StartBlock(full->rows);
    return writing_->Push(std::move(full));
  }

  Status EndFile() {
    const std::unique_ptr<FileOfBlocks> ended = std::move(writing_);
    PAISQL_TRY(ended->Finish());
    files_.push_back(std::move(file_));
    return Status::Ok();
  }

  std::shared_ptr<Link> link_;
  std::vector<ResultColumn> columns_;
  WriteTarget target_;
  ExecutionSettings settings_;
  std::shared_ptr<RowBlock> block_;
  size_t next_ = 0;         // the column of the next cell
  size_t bytes_ = 0;        // of texts in the block
  std::string unreadable_;  // the text of a DATETIME
  WrittenFile file_;        // being written
  size_t file_bytes_ = 0;
  std::vector<WrittenFile> files_;
  std::unique_ptr<FileOfBlocks> writing_;  // after what it writes from
};

}  // namespace

Result<std::unique_ptr<RowAppender>> DuckdbConnection::Append(
    const std::vector<ResultColumn>& columns, const WriteTarget& target,
    const ExecutionSettings& settings) {
  PAISQL_ASSERT(target.partition_names.empty(), "rows from outside have no dynamic partitions");
  PAISQL_ASSIGN(auto sibling, link_->OpenSibling());
  return std::unique_ptr<RowAppender>(
      std::make_unique<DuckdbAppender>(std::move(sibling), columns, target, settings));
}

}  // namespace paisql::engine
