// Versions 2 and 3 of the storage API: one path, on which parameters name the action and what it is
// about: POST /api/storage/v2?Action=TableRead&Target=projects.p.schemas.s.tables.t.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/identity/stranger.h"
#include "rest/routes.h"
#include "rest/rows/batch_rows.h"
#include "rest/storage/storage_instance.h"
#include "rest/storage/storage_json.h"
#include "rest/storage/storage_schema.h"
#include "rest/storage/storage_sessions.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kAtOnce = "default";  // the session whose rows are there at once
constexpr int64_t kPreviewRows = 10000;

Answer JsonRpc(const nlohmann::json& told) { return {200, "application/json", told.dump()}; }

Answer DescribedRpc(const std::shared_ptr<StorageRead>& read) {
  return WhenReady(read, [read](bool ready) {
    if (ready) return JsonRpc(read->Describe());
    return JsonRpc({{"SessionId", read->id()}, {"SessionStatus", "INIT"}});
  });
}

Answer BeginRead(const Call& call, const nlohmann::json& asked, Service& service) {
  const auto read = StorageRead::Begin(call, asked, service);
  if (!read.ok()) return TunnelErrorOf(read.error());
  service.storage->reads.Add((*read)->id(), call.user, *read, NowMs());
  return DescribedRpc(*read);
}

Answer GetRead(const Call& call, const nlohmann::json& /*asked*/, Service& service) {
  const auto read = FindRead(call, call.Get("SessionId"), service);
  return read == nullptr ? NoStorageSession(call.Get("SessionId")) : DescribedRpc(read);
}

Answer Rows(const Call& call, const nlohmann::json& asked, Service& service) {
  const auto read = FindRead(call, call.Get("SessionId"), service);
  if (read == nullptr) return NoStorageSession(call.Get("SessionId"));
  const bool by_rows = call.Has("Offset");
  const auto split = ParseNumber<int64_t>(call.Get("Index", "0"));
  const auto begin = ParseNumber<int64_t>(call.Get("Offset", "0"));
  const auto count = ParseNumber<int64_t>(call.Get("Count", "0"));
  const int64_t skipped = NumberIn(asked, "SkipRowNum", 0);
  if (!split || !begin || !count || *begin < 0 || *count < 0 || skipped < 0) {
    return JsonError(400, "InvalidArgument", "splits and rows are whole numbers");
  }
  const int64_t batch_rows = NumberIn(asked, "MaxBatchRows", 0);
  return WhenReady(
      read, [=, codec = PackingFor(call), columns = TextsIn(asked, "DataColumns")](bool ready) {
        if (!ready) return StatusConflict("the session is not ready");
        Result<StorageRead::Part> part =
            by_rows ? read->PartOf(0, *begin, *count) : read->PartOf(*split, 0, 0);
        if (!part.ok()) return TunnelErrorOf(part.error());
        part->begin += std::min(skipped, part->count);
        part->count -= std::min(skipped, part->count);
        Result<Answer> answer = read->Rows(*part, batch_rows, codec, columns);
        return answer.ok() ? *std::move(answer) : TunnelErrorOf(answer.error());
      });
}

Answer Preview(const Call& call, const nlohmann::json& asked, Service& service) {
  nlohmann::json all = {{"RequiredDataColumns", TextsIn(asked, "Columns")},
                        {"SplitOptions", {{"SplitMode", "RowOffset"}}}};
  const std::string partition = call.Get("Partition");
  if (!partition.empty()) all["RequiredPartitions"] = {partition};
  const auto limit = ParseNumber<int64_t>(call.Get("Limit", std::to_string(kPreviewRows)));
  if (!limit || *limit < 0) return JsonError(400, "InvalidArgument", "Limit is a number of rows");
  const auto read = StorageRead::Begin(call, all, service, std::min(*limit, kPreviewRows));
  if (!read.ok()) return TunnelErrorOf(read.error());
  return WhenReady(*read, [read = *read, most = std::min(*limit, kPreviewRows)](bool ready) {
    if (!ready) return StatusConflict("the preview takes longer than 30 s");
    const Result<StorageRead::Part> part = read->PartOf(0, 0, most);
    if (!part.ok()) return TunnelErrorOf(part.error());
    Result<Answer> answer = read->Rows(*part, 0, nullptr);
    return answer.ok() ? *std::move(answer) : TunnelErrorOf(answer.error());
  });
}

Answer BeginWrite(const Call& call, const nlohmann::json& asked, Service& service) {
  const nlohmann::json flags = asked.value("Flags", nlohmann::json::object());
  const auto write =
      StorageWrite::Begin(call,
                          {.partition = TextIn(asked, "PartialPartitionSpec", ""),
                           .overwrites = TextIn(flags, "overwrite", "false") == "true",
                           .changes = true},
                          service);
  if (!write.ok()) return TunnelErrorOf(write.error());
  service.storage->writes.Add((*write)->id(), call.user, *write, NowMs());
  return JsonRpc({{"SessionId", (*write)->id()}});
}

Answer GetWrite(const Call& call, const nlohmann::json& /*asked*/, Service& service) {
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  nlohmann::json streams = nlohmann::json::object();
  for (const auto& [key, rows] : write->RowsByKey()) {
    const size_t between = key.rfind('/');
    const std::string id = key.substr(0, between);
    streams[id] = {{"StreamId", id},
                   {"StreamVersion", WholeNumberOr(key.substr(between + 1), 0)},
                   {"Status", "NORMAL"},
                   {"RecordCount", rows}};
  }
  return JsonRpc({{"SessionId", write->id()}, {"Streams", streams}});
}

Answer Commit(const Call& call, const nlohmann::json& asked, Service& service) {
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  std::vector<std::string> keys = TextsIn(asked, "StreamIds");
  const std::vector<std::string> versions = TextsIn(asked, "StreamVersions");
  for (size_t i = 0; i < keys.size() && i < versions.size(); ++i) keys[i] += "/" + versions[i];
  const Status done = write->Commit(keys, keys.empty());
  return done.ok() ? JsonRpc({{"SessionId", write->id()}}) : TunnelErrorOf(done.error());
}

Answer Abort(const Call& call, const nlohmann::json& /*asked*/, Service& service) {
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  write->Abort();
  return JsonRpc({{"SessionId", write->id()}});
}

// Rows that are in the table when the answer comes, through a session of this request's own.
bool IsAtOnce(const Call& call) { return call.Get("SessionId") == kAtOnce; }

Result<std::shared_ptr<StorageWrite>> WriteAtOnce(const Call& call, Service& service) {
  return StorageWrite::Begin(call, {.partition = "", .changes = true}, service);
}

nlohmann::json StreamJson(const StorageWrite& write) {
  const store::Table& table = write.table();
  return {{"TableSchema", WriteSchemaJson(write.data_columns(), write.system_columns())},
          {"TableId", std::to_string(table.id)},
          {"SchemaVersion", table.schema_version},
          {"LatestSchemaVersion", table.schema_version}};
}

std::string KeyOf(const Call& call, const nlohmann::json& asked) {
  const std::string id = call.Get("StreamId", TextIn(asked, "StreamId", "0"));
  const std::string version =
      call.Get("StreamVersion", std::to_string(NumberIn(asked, "StreamVersion", 0)));
  return id + "/" + version;
}

Answer BeginStream(const Call& call, const nlohmann::json& asked, Service& service) {
  if (IsSetIn(asked, "ExactlyOnceMode")) {
    return JsonError(400, "InvalidArgument", "ExactlyOnceMode is not offered");
  }
  if (IsAtOnce(call)) {
    const auto write = WriteAtOnce(call, service);
    return write.ok() ? JsonRpc(StreamJson(**write)) : TunnelErrorOf(write.error());
  }
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  write->Open(KeyOf(call, asked));
  return JsonRpc(StreamJson(*write));
}

Answer GetStream(const Call& call, const nlohmann::json& asked, Service& service) {
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  nlohmann::json told = StreamJson(*write);
  told["status"] = "NORMAL";
  told["recordCount"] = write->RowsOf(KeyOf(call, asked));
  return JsonRpc(told);
}

Answer PutRows(const Call& call, const nlohmann::json& asked, Service& service) {
  if (IsAtOnce(call)) {
    const auto write = WriteAtOnce(call, service);
    if (!write.ok()) return TunnelErrorOf(write.error());
    const Result<int64_t> rows = (*write)->Put(call, "0", false);
    if (!rows.ok()) return TunnelErrorOf(rows.error());
    const Status done = (*write)->Commit({}, true);
    return done.ok() ? JsonRpc({{"StagingId", (*write)->id()}}) : TunnelErrorOf(done.error());
  }
  const auto write = FindWrite(call, call.Get("SessionId"), service);
  if (write == nullptr) return NoStorageSession(call.Get("SessionId"));
  const Result<int64_t> rows = write->Put(call, KeyOf(call, asked), false);
  return rows.ok() ? JsonRpc(nlohmann::json::object()) : TunnelErrorOf(rows.error());
}

Answer CloseStream(const Call& call, const nlohmann::json& /*asked*/, Service& service) {
  if (!IsAtOnce(call) && FindWrite(call, call.Get("SessionId"), service) == nullptr)
    return NoStorageSession(call.Get("SessionId"));
  return JsonRpc(nlohmann::json::object());
}

struct Action {
  std::string_view name;
  std::string_view about;  // what the target's last part but one is
  Answer (*answer)(const Call& call, const nlohmann::json& asked, Service& service);
};

constexpr Action kActions[] = {
    {"TableCreateReadSession", "tables", BeginRead},
    {"TableGetReadSession", "tables", GetRead},
    {"TableRead", "tables", Rows},
    {"TablePreview", "tables", Preview},
    {"TableCreateWriteSession", "tables", BeginWrite},
    {"TableGetWriteSession", "tables", GetWrite},
    {"TableCommitWriteSession", "tables", Commit},
    {"TableAbortWriteSession", "tables", Abort},
    {"TableCreateWriteStream", "tables", BeginStream},
    {"TableGetWriteStream", "tables", GetStream},
    {"TableWrite", "tables", PutRows},
    {"TableCloseWriteStream", "tables", CloseStream},
    {"InstanceCreateReadSession", "instances", BeginInstanceRead},
    {"InstanceGetReadSession", "instances", BeginInstanceRead},
    {"InstanceRead", "instances", ReadInstance},
};

Answer Act(const Call& call, Service& service) {
  const auto* const action = std::ranges::find(kActions, call.Get("Action"), &Action::name);
  if (action == std::end(kActions)) {
    return JsonError(400, "InvalidArgument",
                     "the action " + call.Get("Action") + " is not offered");
  }
  Call named = call;
  named.path = Split(call.Get("Target"), '.');
  const bool fits = (named.path.size() == 4 || named.path.size() == 6) &&
                    named.path[0] == "projects" &&
                    named.path[named.path.size() - 2] == action->about;
  if (!fits) {
    return JsonError(
        400, "InvalidArgument",
        "the target " + call.Get("Target") + " is not one of " + std::string(action->about));
  }
  // The path of this request names no project, so nobody has asked whether the user is one of it.
  if (auto refusal = RefuseStranger(named, service)) return *std::move(refusal);
  if (action->answer == PutRows) return PutRows(named, nlohmann::json::object(), service);
  const Result<nlohmann::json> asked = ObjectOf(call);
  return asked.ok() ? action->answer(named, *asked, service) : TunnelErrorOf(asked.error());
}

constexpr std::array kStorageRpcRoutes = {
    Route{"POST", "/storage/v2", "Action", Act, BodyKind::kRows},
    Route{"GET", "/storage/v2", "Action", Act},
    Route{"POST", "/storage/v3", "Action", Act, BodyKind::kRows},
    Route{"GET", "/storage/v3", "Action", Act},
};

}  // namespace

std::span<const Route> StorageRpcRoutes() { return kStorageRpcRoutes; }

}  // namespace paisql::rest
