#include "tunnel/download.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/coding/deflate.h"
#include "base/coding/zstd_reader.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "store/place.h"
#include "syntax/literal_text.h"

namespace paisql::tunnel {

namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

constexpr size_t kWriteBytes = 1UL << 16;
// A file of gzip or zstd may have several parts, one after the other.
constexpr size_t kPackedBytes = 1UL << 22;

std::string PartitionCondition(const store::Column& column, const std::string& value) {
  const std::string literal = column.type.IsInteger() ? value : QuoteLiteral(value);
  return QuoteName(column.name) + "=" + literal;
}

Result<std::vector<std::string>> NamedColumns(const store::Table& table, const syntax::Word& list) {
  std::vector<std::string> known;
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *columns) known.push_back(column.name);
  }
  std::vector<std::string> chosen;
  for (const std::string& text : Split(list.text, ',')) {
    const std::string name(Trim(text));
    const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& column) {
      return EqualsIgnoreCase(column, name);
    });
    if (found == known.end()) {
      return Error{ErrorCode::kInvalidColumn, "column " + name + " cannot be resolved", list.range,
                   DidYouMean(name, known)};
    }
    chosen.push_back(*found);
  }
  return chosen;
}

// The columns that -cn or -ci choose, else the data columns, and the partition columns that are not
// fixed.
Result<std::vector<std::string>> ChosenColumns(const TunnelTable& source,
                                               const TunnelOptions& options) {
  if (!options.column_names.text.empty()) return NamedColumns(source.table, options.column_names);
  std::vector<std::string> all;
  for (const store::Column& column : source.table.columns) all.push_back(column.name);
  for (size_t i = 0; i < source.partition.size(); ++i) {
    if (!source.partition[i].has_value()) all.push_back(source.table.partition_columns[i].name);
  }
  if (options.column_indexes.text.empty()) return all;
  std::vector<std::string> chosen;
  for (const std::string& text : Split(options.column_indexes.text, ',')) {
    const std::string_view digits = Trim(text);
    const std::optional<size_t> index = ParseNumber<size_t>(digits);
    if (!index.has_value() || *index >= all.size()) {
      return Error{
          ErrorCode::kInvalidColumn, fmt::format("there is no column with index {}", digits),
          options.column_indexes.range, fmt::format("indexes are 0 to {}", all.size() - 1)};
    }
    chosen.push_back(all[*index]);
  }
  return chosen;
}

std::string PackGzip(std::string_view bytes) {
  return Deflate(bytes, DeflateForm::kGzip, DeflateEffort::kOrdinary);
}

Download::Pack PackingOf(const std::string& name) {
  const std::string lower = ToLower(name);
  if (lower.ends_with(".gz")) return PackGzip;
  return lower.ends_with(".zst") ? PackZstd : nullptr;
}

}  // namespace

Result<std::string> DownloadQuery(const TunnelTable& source, const TunnelOptions& options) {
  PAISQL_ASSIGN(const std::vector<std::string> columns, ChosenColumns(source, options));
  std::vector<std::string> items;
  for (const std::string& column : columns) items.push_back(QuoteName(column));
  std::vector<std::string> conditions;
  for (size_t i = 0; i < source.partition.size(); ++i) {
    if (!source.partition[i].has_value()) continue;
    conditions.push_back(
        PartitionCondition(source.table.partition_columns[i], *source.partition[i]));
  }
  const store::Place place = store::PlaceOf(source.table.project);
  std::string sql = "SELECT " + Join(items, ", ") + " FROM " + QuoteName(place.project) + "." +
                    QuoteName(place.schema) + "." + QuoteName(source.table.name);
  if (!conditions.empty()) sql += " WHERE " + Join(conditions, " AND ");
  if (options.limit >= 0) sql += fmt::format(" LIMIT {}", options.limit);
  return sql;
}

Download::Download(const TunnelOptions& options, const DatePattern& pattern, NewFile& file)
    : options_(options), pattern_(pattern), file_(file) {
  format_.field_delimiter = options.field_delimiter;
  if (!options.record_delimiter.empty()) format_.record_delimiter = options.record_delimiter;
  format_.null_text = options.null_indicator;
  if (!options.charset.empty()) charset_ = engine::Charset::Between("UTF-8", options.charset);
  pack_ = PackingOf(options.arguments[1].text);
}

Status Download::Write(engine::ResultStream& stream) {
  const auto& columns = stream.columns();
  if (options_.header) {
    for (size_t i = 0; i < columns.size(); ++i) {
      AppendCsvField(columns[i].name, format_, buffer_);
      buffer_ += i + 1 < columns.size() ? format_.field_delimiter : format_.record_delimiter;
    }
  }
  engine::ResultText text(columns);
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
    if (!batch) break;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) AppendRow(text, row, columns);
    rows_ += static_cast<int64_t>(batch.row_count());
    if (buffer_.size() >= (pack_ != nullptr ? kPackedBytes : kWriteBytes)) PAISQL_TRY(Flush(false));
  }
  return Flush(true);
}

void Download::AppendRow(const engine::ResultText& text, size_t row,
                         const std::vector<engine::ResultColumn>& columns) {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (text.IsNull(i, row)) {
      buffer_ += format_.null_text;
    } else {
      cell_.clear();
      text.AppendText(i, row, engine::TextForm::kPlain, cell_);
      if (columns[i].type.id() == TypeId::kDatetime) cell_ = pattern_.Write(cell_);
      AppendCsvField(cell_, format_, buffer_);
    }
    buffer_ += i + 1 < columns.size() ? format_.field_delimiter : format_.record_delimiter;
  }
}

Status Download::Flush(bool end) {
  if (charset_ != nullptr && !buffer_.empty()) {
    std::optional<std::string> made = charset_->Convert(buffer_);
    if (!made.has_value()) {
      return Error{ErrorCode::kIo,
                   fmt::format("a row up to row {} has a character that {} does not have", rows_,
                               options_.charset),
                   {},
                   "-c utf8 and -c gb18030 have all characters"};
    }
    buffer_ = std::move(*made);
    // UTF-16 begins with a mark, once.
    if (!written_ && buffer_.starts_with("\xFE\xFF")) {
      charset_ = engine::Charset::Between("UTF-8", "UTF-16BE");
    }
  }
  if (pack_ != nullptr && (!buffer_.empty() || (end && !written_))) {
    buffer_ = pack_(buffer_);
  }
  written_ = written_ || !buffer_.empty();
  PAISQL_TRY(file_.Write(buffer_));
  buffer_.clear();
  return Status::Ok();
}

}  // namespace paisql::tunnel
