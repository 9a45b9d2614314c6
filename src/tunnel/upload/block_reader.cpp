#include "tunnel/upload/block_reader.h"

#include <fmt/format.h>

namespace paisql::tunnel {

namespace {

constexpr int64_t kRowsBetweenChecks = 4096;

}  // namespace

Result<BlockRows> BlockReader::Read(const CsvRange& range) {
  BlockRows block;
  block.begin = range.begin;
  cells_.resize(checks_.size());
  if (file_.reader != nullptr) {
    PAISQL_TRY(ReadRecords(*file_.reader, range, block));
  } else {
    PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(file_.input.path, around_.options.Dialect(),
                                                    around_.check, range));
    PAISQL_TRY(ReadRecords(reader, range, block));
  }
  const bool written = block.bad.count == 0 || around_.options.discard_bad_records;
  if (appender_ == nullptr || !written) return block;
  PAISQL_ASSIGN(block.files, appender_->Finish());
  return block;
}

Status BlockReader::ReadRecords(CsvReader& reader, const CsvRange& range, BlockRows& block) {
  CsvRecord record;
  int64_t told_bytes = reader.position();
  int64_t told_rows = 0;
  const auto tell = [&] {
    around_.bytes += reader.position() - told_bytes;
    around_.rows += block.rows - told_rows;
    told_bytes = reader.position();
    told_rows = block.rows;
  };
  for (int64_t number = 0;; ++number) {
    if (number % kRowsBetweenChecks == 0) {
      tell();
      PAISQL_TRY(around_.check());
    }
    PAISQL_ASSIGN(const bool more, reader.Next(record));
    if (!more) break;
    const std::string reason = record.problem.empty() ? TakeRecord(record) : record.problem;
    if (!reason.empty()) {
      block.bad.Add(record.line - range.first_line, reason);
      continue;
    }
    ++block.rows;
    if (appender_ == nullptr) continue;
    if (block.bad.count > 0 && !around_.options.discard_bad_records) continue;
    for (const auto& cell : cells_) AppendCell(cell, *appender_);
    PAISQL_TRY(appender_->EndRow());
  }
  tell();
  block.end = reader.position();
  block.lines = reader.line() - range.first_line;
  return Status::Ok();
}

std::string BlockReader::TakeRecord(const CsvRecord& record) {
  const size_t found = record.fields.size();
  const FieldPlaces& places = file_.places;
  if (around_.options.strict_schema && found != places.fields) {
    return fmt::format(
        "column mismatch -,expected {} columns, {} columns found, please check data or delimiter",
        places.fields, found);
  }
  for (size_t i = 0; i < cells_.size(); ++i) {
    const size_t at = places.of_columns[i].value_or(found);
    const bool null = at >= found || (!record.fields[at].quoted &&
                                      record.fields[at].text == around_.options.null_indicator);
    if (null) {
      const store::Column& column = around_.table.columns[i];
      if (column.not_null) return "column " + column.name + ": NULL in a NOT NULL column";
      cells_[i] = std::nullopt;
      continue;
    }
    std::string reason = checks_[i].Check(record.fields[at].text, cells_[i].emplace());
    if (!reason.empty()) return reason;
  }
  return {};
}

}  // namespace paisql::tunnel
