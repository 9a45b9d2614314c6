#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "session/csv_reader.h"
#include "session/field_check.h"
#include "session/statements/tunnel.h"
#include "session/statements/tunnel_options.h"
#include "session/writes.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr size_t kShownBadRecords = 5;
constexpr int64_t kRowsBetweenChecks = 4096;

struct BadRecords {
  int64_t count = 0;
  std::vector<std::string> first;  // "file:line: reason", of the first few
  std::string first_reason;

  void Add(const std::string& path, int64_t line, const std::string& reason) {
    if (count++ == 0) first_reason = reason;
    if (first.size() < kShownBadRecords)
      first.push_back(fmt::format("{}:{}: {}", path, line, reason));
  }
};

// One upload: files in, checked rows to the engine. Nothing is in the table before Commit.
class Upload {
 public:
  Upload(const TunnelOptions& options, TunnelTable target, Run& run)
      : options_(options), target_(std::move(target)), run_(run), staging_(run.state) {}

  Status Start();
  Status ReadFile(const std::string& path);
  Status Finish();

 private:
  // "" when the record has gone to the engine, else why not.
  std::string TakeRecord(const CsvRecord& record);
  Status JudgeBadRecords();
  bool writing() const {
    return appender_ != nullptr && (bad_.count == 0 || options_.discard_bad_records);
  }

  const TunnelOptions& options_;
  TunnelTable target_;
  Run& run_;
  Staging staging_;
  std::vector<FieldCheck> checks_;
  std::unique_ptr<engine::RowAppender> appender_;
  std::vector<std::optional<std::string_view>> cells_;  // of the record being taken
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
  BadRecords bad_;
};

Status Upload::Start() {
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options_.date_pattern));
  engine::ExecutionSettings settings = run_.state.Execution();
  if (!options_.time_zone.empty()) settings.time_zone = options_.time_zone;
  std::vector<engine::ResultColumn> columns;
  for (const store::Column& column : target_.table.columns) {
    PAISQL_ASSIGN_AT(target_.range, FieldCheck check, FieldCheck::ForColumn(column, pattern));
    checks_.push_back(std::move(check));
    columns.push_back({column.name, column.type});
  }
  cells_.resize(columns.size());
  if (options_.scan_only) return Status::Ok();
  PAISQL_ASSIGN(engine::Engine * engine, run_.state.Engine());
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, staging_.MakeFolder());
  target.column_names = ColumnNames(target_.table.columns);
  PAISQL_ASSIGN(appender_, engine->Append(columns, target, settings));
  return Status::Ok();
}

Status Upload::ReadFile(const std::string& path) {
  run_.sink.Message("Start upload:" + path);
  PAISQL_ASSIGN(CsvReader reader,
                CsvReader::Open(path, {options_.field_delimiter, options_.record_delimiter}));
  CsvRecord record;
  bool header = options_.header;
  for (int64_t number = 0;; ++number) {
    if (number % kRowsBetweenChecks == 0) PAISQL_TRY(run_.state.CheckInterrupted());
    PAISQL_ASSIGN(const bool more, reader.Next(record));
    if (!more) break;
    if (header) {
      header = false;
      continue;
    }
    std::string reason = record.problem.empty() ? TakeRecord(record) : record.problem;
    if (!reason.empty()) {
      bad_.Add(path, record.line, reason);
      continue;
    }
    ++rows_;
    if (!writing()) continue;
    for (const auto& cell : cells_) {
      if (cell.has_value()) {
        appender_->AppendText(*cell);
      } else {
        appender_->AppendNull();
      }
    }
    PAISQL_TRY(appender_->EndRow());
  }
  bytes_ += reader.bytes_read();
  return Status::Ok();
}

std::string Upload::TakeRecord(const CsvRecord& record) {
  const size_t found = record.fields.size();
  if (options_.strict_schema && found != cells_.size()) {
    return fmt::format(
        "column mismatch -,expected {} columns, {} columns found, please check data or delimiter",
        cells_.size(), found);
  }
  for (size_t i = 0; i < cells_.size(); ++i) {
    const bool null = i >= found || (!record.fields[i].quoted &&
                                     record.fields[i].text == options_.null_indicator);
    if (null) {
      if (target_.table.columns[i].not_null) {
        return "column " + target_.table.columns[i].name + ": NULL in a NOT NULL column";
      }
      cells_[i] = std::nullopt;
      continue;
    }
    std::string_view canonical;
    std::string reason = checks_[i].Check(record.fields[i].text, canonical);
    if (!reason.empty()) return reason;
    cells_[i] = canonical;
  }
  return "";
}

Status Upload::JudgeBadRecords() {
  if (bad_.count == 0) return Status::Ok();
  for (const std::string& line : bad_.first) run_.sink.Message("bad record " + line);
  if (options_.discard_bad_records && bad_.count <= options_.max_bad_records &&
      !options_.scan_only) {
    run_.sink.Message(fmt::format("{} bad records discarded", bad_.count));
    return Status::Ok();
  }
  Error error{ErrorCode::kTunnel, bad_.first_reason, target_.range, ""};
  if (bad_.count > 1) error.detail += fmt::format(" ({} bad records)", bad_.count);
  if (options_.scan_only) {
    error.hint = "this was a scan, nothing was to be written";
  } else if (options_.discard_bad_records) {
    error.hint =
        fmt::format("nothing was written: more bad records than -mbr {}", options_.max_bad_records);
  } else {
    error.hint = "nothing was written; -dbr true leaves bad records out";
  }
  return error;
}

Status Upload::Finish() {
  PAISQL_TRY(JudgeBadRecords());
  run_.sink.Message(fmt::format("Total bytes:{}\t{} records", bytes_, rows_));
  if (options_.scan_only) {
    run_.sink.Message("scan complete, nothing was written");
    run_.sink.Message("OK");
    return Status::Ok();
  }
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files, appender_->Finish());
  store::WriteRequest request;
  request.table_id = target_.table.id;
  request.schema_version = target_.table.schema_version;
  request.mode = options_.overwrite ? store::WriteMode::kOverwrite : store::WriteMode::kAppend;
  request.files = ToStagedFiles(files, target_.partition);
  request.named_partitions = NamedPartitions(target_.partition);
  PAISQL_TRY_AT(target_.range, run_.state.catalog().CommitWrite(request));
  run_.sink.Message("upload complete");
  run_.sink.Message("OK");
  return Status::Ok();
}

// The file, or the files of a folder one level deep, in the order of their names.
Result<std::vector<std::string>> FilesToRead(const syntax::Word& word, Run& run) {
  const std::string path = run.state.ResolvePath(word.text);
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) {
    return Error{ErrorCode::kIo, "file " + path + " does not exist", word.range,
                 "relative paths start at the folder of the running .sql file, or at the current "
                 "folder"};
  }
  if (!fs::is_directory(status)) return std::vector<std::string>{path};
  // What cannot be looked at is an error: a part of the folder would look like all of it.
  std::vector<std::string> files;
  std::string looked_at = path;
  fs::directory_iterator entry(path, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    if (entry->path().filename().string().starts_with('.')) continue;
    looked_at = entry->path().string();
    const bool regular = entry->is_regular_file(failure);
    if (failure) break;
    if (regular) files.push_back(looked_at);
    looked_at = path;
  }
  if (failure) {
    return Error{ErrorCode::kIo, "cannot read " + looked_at + ": " + failure.message(), word.range,
                 "nothing was written"};
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    return Error{ErrorCode::kIo, "folder " + path + " has no files", word.range, ""};
  }
  return files;
}

Status CheckPartition(const TunnelTable& target, const TunnelOptions& options, Run& run) {
  if (!target.table.partitioned()) return Status::Ok();
  if (!target.whole_partition()) {
    return Error{ErrorCode::kPartition,
                 target.table.QualifiedName() +
                     " is partitioned, every level of the partition must "
                     "be given",
                 target.range,
                 "write " + target.table.name + "/" + target.table.partition_columns.front().name +
                     "=value"};
  }
  if (options.auto_create_partition) return Status::Ok();
  PAISQL_ASSIGN_AT(target.range, const std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(target.table.id, target.partition));
  if (!found.empty()) return Status::Ok();
  return Error{ErrorCode::kPartitionNotFound,
               "the partition of " + target.table.QualifiedName() + " does not exist", target.range,
               "make it with ALTER TABLE ... ADD PARTITION, or give -acp true"};
}

}  // namespace

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const TunnelOptions options, ParseTunnelOptions(words, TunnelCommand::kUpload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL UPLOAD wants a file and a table, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL UPLOAD [options] file [project.]table[/p1=v1,p2=v2];"};
  }
  PAISQL_ASSIGN(const std::vector<std::string> files, FilesToRead(options.arguments[0], run));
  PAISQL_ASSIGN(TunnelTable target, ResolveTunnelTable(options.arguments[1], run));
  PAISQL_TRY(CheckPartition(target, options, run));
  if (run.state.checking()) {
    run.state.unknowns().NoteRows();
    if (options.auto_create_partition) run.state.unknowns().NotePartitions();
    return Status::Ok();
  }
  Upload upload(options, std::move(target), run);
  PAISQL_TRY(upload.Start());
  for (const std::string& file : files) {
    PAISQL_TRY_AT(options.arguments[0].range, upload.ReadFile(file));
  }
  return upload.Finish();
}

}  // namespace paisql::session
