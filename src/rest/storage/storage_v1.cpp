// Version 1 of the storage API: /api/storage/v1/projects/P/schemas/S/tables/T/…, a path for each
// request. Bodies and answers are JSON, rows are streams of Arrow.

#include <array>
#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/routes.h"
#include "rest/storage/storage_json.h"
#include "rest/storage/storage_sessions.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

namespace {

// The path without "storage/v1" and without what follows the table.
Call OfTable(const Call& call) {
  Call named = call;
  const bool with_schema = call.path[4] == "schemas";
  named.path.assign(call.path.begin() + 2, call.path.begin() + (with_schema ? 8 : 6));
  return named;
}

Answer JsonV1(int status, const nlohmann::json& told) {
  return {status, "application/json", told.dump()};
}

Answer DescribedV1(const std::shared_ptr<StorageRead>& read) {
  return WhenReady(read, [read](bool ready) {
    if (ready) return JsonV1(201, read->Describe());
    return JsonV1(202, {{"SessionId", read->id()}, {"SessionStatus", "INIT"}});
  });
}

// Rows come and go as Arrow alone; a request may say so.
bool IsArrow(const Call& call) {
  const std::string type = call.Get("data_format_type");
  const std::string version = call.Get("data_format_version");
  return (type.empty() || EqualsIgnoreCase(type, "arrow")) &&
         (version.empty() || EqualsIgnoreCase(version, "v5"));
}

Answer OtherFormat(const Call& call) {
  return JsonError(400, "InvalidArgument",
                   "the data format " + call.Get("data_format_type") + " " +
                       call.Get("data_format_version") + " is not offered: take ARROW V5");
}

Answer BeginV1(const Call& call, Service& service) {
  const Result<nlohmann::json> asked = ObjectOf(call);
  if (!asked.ok()) return TunnelErrorOf(asked.error());
  if (call.Get("session_type") == "batch_read") {
    const auto read = StorageRead::Begin(OfTable(call), *asked, service);
    if (!read.ok()) return TunnelErrorOf(read.error());
    service.storage->reads.Add((*read)->id(), call.user, *read, NowMs());
    return DescribedV1(*read);
  }
  if (call.Get("session_type") != "batch_write") {
    return JsonError(400, "InvalidArgument", "session_type is batch_read or batch_write");
  }
  const auto overwrite = asked->find("Overwrite");
  const bool overwrites = overwrite == asked->end() || *overwrite == true;
  const auto write = StorageWrite::Begin(
      OfTable(call), {.partition = TextIn(*asked, "PartitionSpec", ""), .overwrites = overwrites},
      service);
  if (!write.ok()) return TunnelErrorOf(write.error());
  service.storage->writes.Add((*write)->id(), call.user, *write, NowMs());
  return JsonV1(201, (*write)->Describe());
}

Answer GetV1(const Call& call, Service& service) {
  const std::string& id = call.path.back();
  if (const auto read = FindRead(OfTable(call), id, service)) return DescribedV1(read);
  if (const auto write = FindWrite(OfTable(call), id, service))
    return JsonV1(200, write->Describe());
  return NoStorageSession(id);
}

Answer RowsV1(const Call& call, Service& service) {
  const std::string id = call.Get("session_id");
  const auto read = FindRead(OfTable(call), id, service);
  if (read == nullptr) return NoStorageSession(id);
  if (!IsArrow(call)) return OtherFormat(call);
  const auto split = ParseNumber<int64_t>(call.Get("split_index", "0"));
  const auto begin = ParseNumber<int64_t>(call.Get("row_index", "0"));
  const auto count = ParseNumber<int64_t>(call.Get("row_count", "0"));
  const auto batch = ParseNumber<int64_t>(call.Get("max_batch_rows", "0"));
  if (!split || !begin || !count || !batch || *begin < 0 || *count < 0) {
    return JsonError(400, "InvalidArgument", "splits and rows are whole numbers");
  }
  return WhenReady(read, [=](bool ready) {
    if (!ready) return StatusConflict("the session is not ready");
    const Result<StorageRead::Part> part = read->PartOf(*split, *begin, *count);
    if (!part.ok()) return TunnelErrorOf(part.error());
    // Accept-Encoding names the packing of Arrow's own buffers here, which a reader takes unpacked.
    Result<Answer> answer = read->Rows(*part, *batch, nullptr);
    return answer.ok() ? *std::move(answer) : TunnelErrorOf(answer.error());
  });
}

Answer PutV1(const Call& call, Service& service) {
  const std::string& id = call.path[call.path.size() - 2];
  const auto write = FindWrite(OfTable(call), id, service);
  if (write == nullptr) return NoStorageSession(id);
  if (!IsArrow(call)) return OtherFormat(call);
  const auto block = ParseNumber<int64_t>(call.Get("block_number", "0"));
  const auto attempt = ParseNumber<int64_t>(call.Get("attempt_number", "0"));
  if (!block || !attempt || *block < 0 || *attempt < 0) {
    return JsonError(400, "InvalidBlockID", "a block and its attempt have numbers from 0");
  }
  const std::string key = std::to_string(*block) + "/" + std::to_string(*attempt);
  const Result<int64_t> rows = write->Put(call, key, true);
  return rows.ok() ? JsonV1(200, {{"CommitMessage", key}}) : TunnelErrorOf(rows.error());
}

Answer CommitV1(const Call& call, Service& service) {
  const std::string id = call.Get("session_id");
  const auto write = FindWrite(OfTable(call), id, service);
  if (write == nullptr) return NoStorageSession(id);
  const Result<nlohmann::json> asked = ObjectOf(call);
  if (!asked.ok()) return TunnelErrorOf(asked.error());
  const auto messages = asked->find("CommitMessages");
  if (messages == asked->end() || !messages->is_array()) {
    return JsonError(400, "InvalidArgument", "CommitMessages lists what blocks were answered with");
  }
  const Status done = write->Commit(TextsIn(*asked, "CommitMessages"), false);
  return done.ok() ? JsonV1(201, write->Describe()) : TunnelErrorOf(done.error());
}

#define PAISQL_BOTH(method, rest, ...)                                          \
  Route{method, "/storage/v1/projects/{}/tables/{}" rest, __VA_ARGS__}, Route { \
    method, "/storage/v1/projects/{}/schemas/{}/tables/{}" rest, __VA_ARGS__    \
  }

constexpr std::array kStorageRoutes = {
    PAISQL_BOTH("POST", "/sessions", "", BeginV1),
    PAISQL_BOTH("GET", "/sessions/{}", "", GetV1),
    PAISQL_BOTH("GET", "/data", "", RowsV1),
    PAISQL_BOTH("POST", "/sessions/{}/data", "", PutV1, BodyKind::kRows),
    PAISQL_BOTH("POST", "/commit", "", CommitV1),
};

#undef PAISQL_BOTH

}  // namespace

std::span<const Route> StorageRoutes() { return kStorageRoutes; }

}  // namespace paisql::rest
