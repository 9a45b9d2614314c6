#include "tunnel/upload.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/result.h"
#include "store/table_write.h"
#include "tunnel/delimiter.h"

namespace paisql::tunnel {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kRowsBetweenChecks = 4096;

}  // namespace

void Upload::BadRecords::Add(const InputFile& file, int64_t line, const std::string& reason) {
  if (count++ == 0) {
    first_reason = reason;
    first_file = file;
  }
  alike = alike && reason == first_reason;
  if (first.size() < kShown) first.push_back(fmt::format("{}:{}: {}", file.name, line, reason));
}

Status Upload::Start(engine::ExecutionSettings settings) {
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options_.date_pattern));
  if (options_.time_zone) settings.time_zone = options_.time_zone->text;
  PAISQL_ASSIGN(const TimeZone zone, TimeZone::Load(settings.time_zone));
  std::vector<engine::ResultColumn> columns;
  for (const store::Column& column : target_.table.columns) {
    PAISQL_ASSIGN_AT(target_.range, FieldCheck check, FieldCheck::ForColumn(column, pattern, zone));
    checks_.push_back(std::move(check));
    columns.push_back({column.name, column.type});
  }
  cells_.resize(columns.size());
  if (options_.scan_only) return Status::Ok();
  PAISQL_ASSIGN(engine::Connection * connection, host_.Connection());
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, staging_.MakeFolder());
  target.column_names = execution::ColumnNames(target_.table.columns);
  PAISQL_ASSIGN(appender_, connection->Append(columns, target, settings));
  return Status::Ok();
}

Status Upload::ReadFiles(const std::vector<InputFile>& files) {
  int64_t total = 0;
  for (const InputFile& file : files) {
    std::error_code unknown;
    const uintmax_t size = fs::file_size(file.path, unknown);
    if (!unknown) total += static_cast<int64_t>(size);
  }
  Meter::Work work(host_.meter(), total);
  for (const InputFile& file : files) PAISQL_TRY(ReadFile(file, work));
  return Status::Ok();
}

Status Upload::ReadFile(const InputFile& file, Meter::Work& work) {
  say_("Start upload:" + file.name);
  PAISQL_ASSIGN(CsvReader reader,
                CsvReader::Open(file.path, {options_.field_delimiter, options_.record_delimiter},
                                [this] { return host_.CheckInterrupted(); }));
  CsvRecord record;
  bool header = options_.header;
  places_ = PlacesInOrder(cells_.size());
  for (int64_t number = 0;; ++number) {
    if (number % kRowsBetweenChecks == 0) {
      PAISQL_TRY(host_.CheckInterrupted());
      work.Tell(bytes_ + reader.bytes_read(), rows_);
    }
    PAISQL_ASSIGN(const bool more, reader.Next(record));
    if (!more) break;
    if (header) {
      header = false;
      PAISQL_TRY(TakeHeader(record, file.name));
      continue;
    }
    std::string reason = record.problem.empty() ? TakeRecord(record) : record.problem;
    if (!reason.empty()) {
      bad_.Add(file, record.line, reason);
      continue;
    }
    ++rows_;
    if (!writing()) continue;
    for (const auto& cell : cells_) AppendCell(cell, *appender_);
    PAISQL_TRY(appender_->EndRow());
  }
  bytes_ += reader.bytes_read();
  return Status::Ok();
}

Status Upload::TakeHeader(const CsvRecord& header, const std::string& path) {
  std::string warning;
  PAISQL_ASSIGN(places_,
                PlacesByHeader(header, target_.table, options_.strict_schema, path, warning));
  if (!warning.empty()) warn_(warning);
  return Status::Ok();
}

std::string Upload::TakeRecord(const CsvRecord& record) {
  const size_t found = record.fields.size();
  if (options_.strict_schema && found != places_.fields) {
    return fmt::format(
        "column mismatch -,expected {} columns, {} columns found, please check data or delimiter",
        places_.fields, found);
  }
  for (size_t i = 0; i < cells_.size(); ++i) {
    const size_t at = places_.of_columns[i].value_or(found);
    const bool null = at >= found || (!record.fields[at].quoted &&
                                      record.fields[at].text == options_.null_indicator);
    if (null) {
      if (target_.table.columns[i].not_null) {
        return "column " + target_.table.columns[i].name + ": NULL in a NOT NULL column";
      }
      cells_[i] = std::nullopt;
      continue;
    }
    FieldValue value;
    std::string reason = checks_[i].Check(record.fields[at].text, value);
    if (!reason.empty()) return reason;
    cells_[i] = value;
  }
  return {};
}

std::string Upload::DelimiterHint() const {
  // A stream has nothing more to look at, and opening a FIFO once more would wait for a writer.
  if (options_.field_delimiter_given || IsStream(bad_.first_file.path)) return "";
  const Result<std::optional<LikelyDelimiter>> likely =
      FindDelimiter(bad_.first_file.path, options_);
  if (!likely.ok() || !likely->has_value() || (*likely)->fields != cells_.size()) return "";
  if (rows_ > 0) {
    // Other files were cut as they are.
    return fmt::format(
        "nothing was written; fields of {} are separated by {}: upload it alone, with -fd {}",
        bad_.first_file.name, (*likely)->name, (*likely)->spelling);
  }
  return fmt::format("nothing was written; fields of the file are separated by {}: give -fd {}",
                     (*likely)->name, (*likely)->spelling);
}

Status Upload::JudgeBadRecords() {
  if (bad_.count == 0) return Status::Ok();
  // A file that fits nowhere is one line: that its records are bad says the error.
  const bool none_fits = bad_.alike && bad_.count > 1 && rows_ == 0;
  for (const std::string& line : bad_.first) {
    if (!none_fits) say_("bad record " + line);
  }
  if (options_.discard_bad_records && bad_.count <= options_.max_bad_records &&
      !options_.scan_only) {
    say_(fmt::format("{} bad records discarded", bad_.count));
    return Status::Ok();
  }
  Error error{ErrorCode::kTunnel, bad_.first_reason, target_.range, ""};
  if (none_fits) {
    error.detail += fmt::format(" (all {} records)", bad_.count);
  } else if (bad_.count > 1) {
    error.detail += fmt::format(" ({} bad records)", bad_.count);
  }
  if (std::string hint = DelimiterHint(); !hint.empty()) {
    error.hint = std::move(hint);
  } else if (options_.scan_only) {
    error.hint = "this was a scan, nothing was to be written";
  } else if (options_.discard_bad_records) {
    error.hint =
        fmt::format("nothing was written: more bad records than -mbr {}", options_.max_bad_records);
  } else if (none_fits) {
    error.hint = "nothing was written; TUNNEL UPLOAD -create makes a table for the file";
  } else {
    error.hint = "nothing was written; -dbr true leaves bad records out";
  }
  return error;
}

Status Upload::Finish() {
  PAISQL_TRY(JudgeBadRecords());
  say_(fmt::format("Total bytes:{}\t{} records", bytes_, rows_));
  if (options_.scan_only) {
    say_("scan complete, nothing was written");
    say_("OK");
    return Status::Ok();
  }
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files, appender_->Finish());
  PAISQL_TRY_AT(target_.range, Commit(execution::ToStagedFiles(files, target_.partition)));
  say_("upload complete");
  say_("OK");
  return Status::Ok();
}

// A new table and its rows come together or not at all.
Status Upload::Commit(std::vector<store::StagedFile> files) {
  const bool overwrites = options_.overwrite && target_.table.id != 0;
  return store::RetryOnConflict([&]() -> Status {
    store::TableWrite write(host_.catalog());
    store::TableTarget target{target_.table,
                              overwrites ? store::WriteMode::kOverwrite : store::WriteMode::kAppend,
                              target_.partition};
    std::vector<store::StagedFile> written = files;
    if (!target.table.traits.primary_key.empty()) {
      PAISQL_TRY(host_.KeepKeys(target, written, staging_, write));
    }
    write.Put(target, std::move(written));
    return write.Commit();
  });
}

Status CheckPartition(const TunnelTable& target, const TunnelOptions& options,
                      store::Catalog& catalog) {
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
                   catalog.ListPartitions(target.table.id, target.partition));
  if (!found.empty()) return Status::Ok();
  return Error{ErrorCode::kPartitionNotFound,
               "the partition of " + target.table.QualifiedName() + " does not exist", target.range,
               "make it with ALTER TABLE ... ADD PARTITION, or give -acp true"};
}

}  // namespace paisql::tunnel
