#include "rest/storage/storage_instance.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/instances/await_end.h"
#include "rest/rows/batch_rows.h"
#include "rest/storage/storage_json.h"
#include "rest/storage/storage_schema.h"
#include "rest/storage/storage_sessions.h"
#include "rest/tunnel/download.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

namespace {

Result<RowsToDownload> RowsOfInstance(const instances::Instance& instance) {
  if (const auto error = instance.status().error) return *error;
  const auto result = instance.result();
  if (result != nullptr && result->has_rows) return RowsOfResult(result, 0);
  return Error{ErrorCode::kTunnel, "the instance has no rows", {}, ""};
}

// What `make` gives of the instance that the call's path names, when it has ended.
Answer OfInstance(const Call& call, Service& service,
                  std::function<Answer(const RowsToDownload& rows)> make) {
  const instances::InstancePtr instance = FindInstance(call.path.back(), call.user, service);
  if (instance == nullptr) {
    return TunnelErrorOf(
        Error{ErrorCode::kResourceNotFound, "instance " + call.path.back(), {}, ""});
  }
  return AtEnd(instance, kStorageReadyMs, [instance, make = std::move(make)] {
    const Result<RowsToDownload> rows = RowsOfInstance(*instance);
    return rows.ok() ? make(*rows) : TunnelErrorOf(rows.error());
  });
}

Answer RowsOfInstanceFor(const Call& call, const std::string& columns, const RowsToDownload& rows) {
  const auto begin = ParseNumber<int64_t>(call.Get("Offset", "0"));
  const auto count = ParseNumber<int64_t>(call.Get("Count", std::to_string(rows.rows)));
  if (!begin || !count || *begin < 0 || *count < 0 || *begin > rows.rows) {
    return JsonError(400, "InvalidRowRange", "the result has no rows in this range");
  }
  const auto places = ColumnsOf(columns, rows.columns);
  if (!places) return JsonError(400, "InvalidColumnSpec", "not all columns are there");
  Result<RowBody::NextRows> next = rows.open(*begin, std::min(*count, rows.rows - *begin), *places);
  if (!next.ok()) return TunnelErrorOf(next.error());
  ChosenColumns chosen;
  chosen.zone = rows.zone;
  chosen.places = *places;
  for (const size_t place : *places) chosen.columns.push_back(rows.columns[place]);
  const Codec* const codec = PackingFor(call);
  Answer answer{200, "application/octet-stream", ""};
  if (codec != nullptr) answer.content_encoding = codec->name;
  answer.source = std::make_shared<RowBody>(
      *std::move(next), EncodeArrowStream(std::move(chosen), TimestampForm::kStruct), codec);
  return answer;
}

}  // namespace

Answer BeginInstanceRead(const Call& call, const nlohmann::json& /*asked*/, Service& service) {
  return OfInstance(call, service, [id = call.path.back()](const RowsToDownload& rows) {
    const nlohmann::json told = {{"DownloadID", id},
                                 {"RecordCount", rows.rows},
                                 {"Status", "normal"},
                                 {"QuotaName", "default"},
                                 {"TableSchema", WriteSchemaJson(rows.columns)}};
    return Answer{200, "application/json", told.dump()};
  });
}

Answer ReadInstance(const Call& call, const nlohmann::json& asked, Service& service) {
  return OfInstance(
      call, service,
      [call, columns = Join(TextsIn(asked, "Columns"), ",")](const RowsToDownload& rows) {
        return RowsOfInstanceFor(call, columns, rows);
      });
}

}  // namespace paisql::rest
