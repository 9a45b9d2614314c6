#include "rest/tunnel/download.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/tunnel_errors.h"

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

std::vector<size_t> InOrder(size_t count) {
  std::vector<size_t> places(count);
  for (size_t i = 0; i < count; ++i) places[i] = i;
  return places;
}

// Clients that name an earlier version of the tunnel take what a cost is told by for damage.
bool TellsCost(const Call& call) {
  constexpr int kFirstVersion = 6;
  return WholeNumberOr(call.Header("x-odps-tunnel-version"), 0) >= kFirstVersion;
}

// In the words that the platform has for sessions of uploads and downloads.
Answer Expired() {
  return JsonError(400, "StatusConflict",
                   "The download session is expired: the result of the instance has been removed");
}

}  // namespace

Result<RowsToDownload> RowsOfResult(const std::shared_ptr<const instances::InstanceResult>& result,
                                    size_t partition_keys) {
  RowsToDownload rows;
  rows.columns = result->columns;
  rows.columns.resize(rows.columns.size() - partition_keys);
  rows.rows = result->rows;
  if (!result->zone.empty()) {
    PAISQL_ASSIGN(rows.zone, TimeZone::Load(result->zone));
  }
  rows.open = [result](int64_t begin, int64_t count,
                       const std::vector<size_t>&) -> Result<RowBody::NextRows> {
    PAISQL_ASSIGN(std::unique_ptr<instances::RowReader> reader, result->Read(begin, count));
    return RowBody::NextRows(
        [shared = std::shared_ptr(std::move(reader))] { return shared->Next(); });
  };
  return rows;
}

std::optional<std::vector<size_t>> ColumnsOf(const std::string& names,
                                             const std::vector<engine::ResultColumn>& columns) {
  if (names.empty()) return InOrder(columns.size());
  std::vector<size_t> places;
  for (const std::string& name : Split(names, ',')) {
    const auto found = std::ranges::find_if(columns, [&](const engine::ResultColumn& column) {
      return EqualsIgnoreCase(column.name, Trim(name));
    });
    if (found == columns.end()) return std::nullopt;
    places.push_back(static_cast<size_t>(found - columns.begin()));
  }
  return places;
}

Answer DownloadRows(const Call& call, const RowsToDownload& rows, TimestampForm form) {
  const auto range = RowRangeOf(call.Get("rowrange"), rows.rows);
  if (!range) return JsonError(400, "InvalidRowRange", "there are no rows " + call.Get("rowrange"));
  const auto places = ColumnsOf(call.Get("columns"), rows.columns);
  if (!places) {
    return JsonError(400, "InvalidColumnSpec", "not all columns are there: " + call.Get("columns"));
  }
  const auto most = ParseNumber<uint64_t>(call.Get("raw_size", "0"));
  if (!most) return JsonError(400, "InvalidArgument", "raw_size is a number of bytes");
  Result<RowBody::NextRows> opened = rows.open(range->begin, range->count, *places);
  if (!opened.ok()) return TunnelErrorOf(opened.error());
  ChosenColumns chosen;
  for (const size_t place : *places) chosen.columns.push_back(rows.columns[place]);
  chosen.places = rows.gives_chosen ? InOrder(places->size()) : *places;
  chosen.zone = rows.zone;
  const auto cost = TellsCost(call) ? std::make_shared<TransferCost>() : nullptr;
  std::unique_ptr<RowEncoder> encoder = call.Has("arrow") ? EncodeArrow(std::move(chosen), form)
                                                          : EncodeRecords(std::move(chosen), cost);
  Answer answer{200, "application/octet-stream", ""};
  const Codec* const codec = WantedCodec(call.Header("accept-encoding"));
  if (codec != nullptr) answer.content_encoding = codec->name;
  answer.source =
      std::make_shared<RowBody>(*std::move(opened), std::move(encoder), codec, *most, cost);
  return answer;
}

Answer DownloadInstanceRows(const Call& call, const instances::Instance& instance,
                            size_t partition_keys, TimestampForm form, bool limited) {
  const auto result = instance.result();
  if (result == nullptr || !result->has_rows) {
    return JsonError(400, "InvalidStatus", "there are no rows to download");
  }
  if (result->expired) return Expired();
  Result<RowsToDownload> rows = RowsOfResult(result, partition_keys);
  if (!rows.ok()) return TunnelErrorOf(rows.error());
  if (limited) rows->rows = std::min(rows->rows, kLimitedRows);
  return DownloadRows(call, *rows, form);
}

Answer DescribeInstance(const instances::Instance& instance, size_t partition_keys, bool limited) {
  const instances::Instance::Status status = instance.status();
  if (status.error.has_value()) return JsonErrorOf(*status.error);
  nlohmann::json description = {
      {"DownloadID", instance.id()}, {"QuotaName", "default"}, {"SupportReadByRawSize", true}};
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
  description["RecordCount"] = limited ? std::min(result->rows, kLimitedRows) : result->rows;
  description["Schema"] = SchemaJson(columns.first(plain), columns.subspan(plain));
  return {200, "application/json", description.dump()};
}

}  // namespace paisql::rest
