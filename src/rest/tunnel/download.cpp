#include "rest/tunnel/download.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/records/column_records.h"
#include "rest/tunnel/schema.h"

namespace paisql::rest {

namespace {

struct RowRange {
  int64_t begin = 0;
  int64_t count = 0;
};

// "(0,10)": ten rows from the first one.
std::optional<RowRange> RowRangeOf(const std::string& text, int64_t rows) {
  if (text.empty()) return RowRange{0, rows};
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return std::nullopt;
  const std::vector<std::string> parts = Split(text.substr(1, text.size() - 2), ',');
  if (parts.size() != 2) return std::nullopt;
  const auto begin = ParseNumber<int64_t>(Trim(parts[0]));
  const auto count = ParseNumber<int64_t>(Trim(parts[1]));
  if (!begin || !count || *begin < 0 || *count < 0 || *begin > rows) return std::nullopt;
  return RowRange{*begin, std::min(*count, rows - *begin)};
}

// The places of the columns that "b,a" names; all of them for "".
std::optional<std::vector<size_t>> ColumnsOf(const std::string& names,
                                             std::span<const engine::ResultColumn> columns) {
  std::vector<size_t> places;
  if (names.empty()) {
    for (size_t i = 0; i < columns.size(); ++i) places.push_back(i);
    return places;
  }
  for (const std::string& name : Split(names, ',')) {
    const auto found = std::ranges::find_if(columns, [&](const engine::ResultColumn& column) {
      return ToLower(column.name) == ToLower(Trim(name));
    });
    if (found == columns.end()) return std::nullopt;
    places.push_back(static_cast<size_t>(found - columns.begin()));
  }
  return places;
}

Result<std::string> RecordsOf(const instances::InstanceResult& result,
                              const std::vector<size_t>& places, RowRange range,
                              const TimeZone& zone) {
  std::vector<ColumnRecords> columns;
  for (const size_t place : places) {
    const engine::ResultColumn& column = result.columns[place];
    columns.emplace_back(column.type, column.trims_zeros, zone);
  }
  RecordWriter writer;
  PAISQL_ASSIGN(const auto reader, result.Read(range.begin, range.count));
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) return writer.Finish();
    for (size_t i = 0; i < places.size(); ++i) columns[i].Read(batch.column(places[i]));
    for (size_t at = 0; at < batch.row_count(); ++at) {
      for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].IsNull(at)) continue;
        writer.BeginField(static_cast<uint32_t>(i + 1), columns[i].wire_type());
        columns[i].Write(at, writer);
      }
      writer.EndRecord();
    }
  }
}

// In the words that the platform has for sessions of uploads and downloads.
Answer Expired() {
  return JsonError(400, "StatusConflict",
                   "The download session is expired: the result of the instance has been removed");
}

}  // namespace

Answer DescribeDownload(const instances::Instance& instance, size_t partition_keys) {
  const instances::Instance::Status status = instance.status();
  if (status.error.has_value()) return JsonErrorOf(*status.error);
  nlohmann::json description = {
      {"DownloadID", instance.id()}, {"QuotaName", "default"}, {"SupportReadByRawSize", false}};
  const auto result = instance.result();
  if (result == nullptr) {
    if (status.ended()) return JsonError(400, "InvalidStatus", "the instance was stopped");
    description["Status"] = "initiating";
    description["RecordCount"] = 0;
    return {200, "application/json", description.dump()};
  }
  if (!result->has_rows) {
    return JsonError(400, "InstanceTypeNotSupported",
                     "the instance has no rows, since it has run no query");
  }
  if (result->expired) return Expired();
  const std::span<const engine::ResultColumn> columns = result->columns;
  const size_t plain = columns.size() - partition_keys;
  description["Status"] = "normal";
  description["RecordCount"] = result->rows;
  description["Schema"] = SchemaJson(columns.first(plain), columns.subspan(plain));
  return {200, "application/json", description.dump()};
}

Answer DownloadRows(const Call& call, const instances::Instance& instance, size_t partition_keys) {
  if (call.Has("arrow")) return JsonError(400, "InvalidArgument", "rows as Arrow are not offered");
  const auto result = instance.result();
  if (result == nullptr || !result->has_rows) {
    return JsonError(400, "InvalidStatus", "there are no rows to download");
  }
  if (result->expired) return Expired();
  const auto range = RowRangeOf(call.Get("rowrange"), result->rows);
  if (!range) return JsonError(400, "InvalidRowRange", "there are no rows " + call.Get("rowrange"));
  const std::span<const engine::ResultColumn> columns = result->columns;
  const auto places =
      ColumnsOf(call.Get("columns"), columns.first(columns.size() - partition_keys));
  if (!places) {
    return JsonError(400, "NoSuchColumn", "not all columns are there: " + call.Get("columns"));
  }
  const Result<TimeZone> zone =
      result->zone.empty() ? Result<TimeZone>(TimeZone()) : TimeZone::Load(result->zone);
  if (!zone.ok()) return JsonError(500, "InternalServerError", zone.error().ToString());
  Result<std::string> records = RecordsOf(*result, *places, *range, *zone);
  if (!records.ok()) return JsonErrorOf(records.error());
  return {200, "application/octet-stream", *std::move(records)};
}

}  // namespace paisql::rest
