#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/system/new_file.h"
#include "base/text.h"
#include "engine/text/result_text.h"
#include "session/csv_writer.h"
#include "session/date_pattern.h"
#include "session/statements/answers.h"
#include "session/statements/stream_query.h"
#include "session/statements/tunnel.h"
#include "session/statements/tunnel_options.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr size_t kWriteBytes = 1UL << 16;
constexpr std::string_view kInstanceScheme = "instance://";

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
    const char* end = digits.data() + digits.size();
    size_t index = 0;
    const auto read = std::from_chars(digits.data(), end, index);
    if (read.ec != std::errc() || read.ptr != end || index >= all.size()) {
      return Error{
          ErrorCode::kInvalidColumn, fmt::format("there is no column with index {}", digits),
          options.column_indexes.range, fmt::format("indexes are 0 to {}", all.size() - 1)};
    }
    chosen.push_back(all[index]);
  }
  return chosen;
}

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
  std::string sql = "SELECT " + Join(items, ", ") + " FROM " + QuoteName(source.table.project) +
                    "." + QuoteName(source.table.name);
  if (!conditions.empty()) sql += " WHERE " + Join(conditions, " AND ");
  if (options.limit >= 0) sql += fmt::format(" LIMIT {}", options.limit);
  return sql;
}

class Download {
 public:
  Download(const TunnelOptions& options, const DatePattern& pattern, NewFile& file)
      : options_(options), pattern_(pattern), file_(file) {
    format_.field_delimiter = options.field_delimiter;
    if (!options.record_delimiter.empty()) format_.record_delimiter = options.record_delimiter;
    format_.null_text = options.null_indicator;
  }

  int64_t rows() const { return rows_; }

  Status Write(engine::ResultStream& stream) {
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
      if (buffer_.size() >= kWriteBytes) PAISQL_TRY(Flush());
    }
    return Flush();
  }

 private:
  void AppendRow(const engine::ResultText& text, size_t row,
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

  Status Flush() {
    PAISQL_TRY(file_.Write(buffer_));
    buffer_.clear();
    return Status::Ok();
  }

  const TunnelOptions& options_;
  const DatePattern& pattern_;
  NewFile& file_;
  CsvFormat format_;
  std::string buffer_;
  std::string cell_;
  int64_t rows_ = 0;
};

}  // namespace

Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const TunnelOptions options, ParseTunnelOptions(words, TunnelCommand::kDownload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL DOWNLOAD wants a table and a file, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL DOWNLOAD [options] [project.]table[/p1=v1,p2=v2] file;"};
  }
  const syntax::Word& from = options.arguments[0];
  if (from.text.starts_with(kInstanceScheme)) {
    return Error{ErrorCode::kUnsupported, "downloading the result of an instance is not supported",
                 from.range, "keep the result with CREATE TABLE AS, then download the table"};
  }
  PAISQL_ASSIGN(const TunnelTable source, ResolveTunnelTable(from, run));
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options.date_pattern));
  PAISQL_ASSIGN(const std::string sql, DownloadQuery(source, options));
  Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "a download's own query does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  engine::ExecutionSettings settings = run.state.Execution();
  if (!options.time_zone.empty()) settings.time_zone = options.time_zone;
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN_AT(options.arguments[1].range, const std::unique_ptr<NewFile> file,
                   NewFile::Open(run.state.ResolvePath(options.arguments[1].text),
                                 NewFileKind::kOfUser, run.state.stop_token()));
  Download download(options, pattern, *file);
  Status done = StreamQuery(**query, std::move(context), settings, run,
                            [&](engine::ResultStream& rows) { return download.Write(rows); });
  if (!done.ok()) {
    Error error = std::move(done).error();
    error.range = from.range;  // its places count in the query made above
    return error;
  }
  PAISQL_TRY_AT(options.arguments[1].range, file->Finish());
  run.sink.Message(fmt::format("downloading {} records into 1 file", download.rows()));
  run.sink.Message("download OK");
  return Status::Ok();
}

}  // namespace paisql::session
