// The stream upload: what a client puts is in the table when it has its answer. All slots lead to
// this server.

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/whole_number.h"
#include "rest/records/record_reader.h"
#include "rest/tunnel/begin_upload.h"
#include "rest/tunnel/block_rows.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/tunnel_errors.h"
#include "store/transaction.h"

namespace paisql::rest {

namespace {

constexpr int kMostSlots = 64;

using StreamPtr = std::shared_ptr<TableUploadSession>;

StreamPtr StreamOf(const Call& call, Service& service) {
  return FindSession(service.tunnels.streams, call, "uploadid");
}

Answer NoStream(const Call& call) {
  return NoSession("StreamSessionNotFound", "stream upload", call.Get("uploadid"));
}

Answer DescribedStream(const TableUploadSession& stream, Service& service) {
  nlohmann::json slots = nlohmann::json::array();
  const int count = WholeNumberOr(stream.slot_count, 1);
  for (int i = 0; i < count; ++i) slots.push_back({std::to_string(i), service.address});
  const store::Table& table = stream.target.table;
  const nlohmann::json description = {{"session_name", stream.id},
                                      {"status", "normal"},
                                      {"slots", slots},
                                      {"schema", SchemaOfTable(table)},
                                      {"schema_version", std::to_string(table.schema_version)},
                                      {"MaxFieldSize", kMaxFieldBytes},
                                      {"QuotaName", "default"}};
  return {200, "application/json", description.dump()};
}

// The client has made its rows for other columns.
Answer SchemaModified(const std::string& detail, int version) {
  Answer answer = JsonError(412, "SchemaModified", detail);
  answer.headers.emplace_back("odps-tunnel-latest-schema-version", std::to_string(version));
  return answer;
}

Result<int> LatestVersion(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(const TableTarget target, TargetOf(call, *catalog, false));
  return target.table.schema_version;
}

bool IsOtherVersion(const Call& call, const store::Table& table) {
  if (call.Get("check_latest_schema") != "true") return false;
  const std::string version = call.Get("schema_version");
  return !version.empty() && version != std::to_string(table.schema_version);
}

}  // namespace

Answer BeginStream(const Call& call, Service& service) {
  if (call.Get("dynamic_partition") == "true") {
    return JsonError(400, "InvalidArgument",
                     "a stream upload into several partitions (dynamic_partition) is not offered: "
                     "begin one for each partition");
  }
  const auto stream = NewUpload(call, service);
  if (!stream.ok()) return TunnelErrorOf(stream.error());
  const store::Table& table = (*stream)->target.table;
  if (IsOtherVersion(call, table)) {
    return SchemaModified(table.QualifiedName() + " has other columns by now",
                          table.schema_version);
  }
  const auto slots = ParseNumber<int>(call.Header("odps-slot-num"));
  (*stream)->slot_count = std::to_string(std::clamp(slots.value_or(1), 1, kMostSlots));
  service.tunnels.streams.Add((*stream)->id, call.user, *stream, NowMs());
  return DescribedStream(**stream, service);
}

Answer GetStream(const Call& call, Service& service) {
  const StreamPtr stream = StreamOf(call, service);
  return stream == nullptr ? NoStream(call) : DescribedStream(*stream, service);
}

Answer PutStream(const Call& call, Service& service) {
  const StreamPtr stream = StreamOf(call, service);
  if (stream == nullptr) return NoStream(call);
  TransferCost cost;
  const Result<session::UploadedBlock> block = WriteBlock(call, *stream->rows, &cost);
  if (!block.ok()) return TunnelErrorOf(block.error());
  const Status done = [&] {
    const TransferCost::Measured measured(&cost, TransferCost::kStore);
    return stream->rows->Commit({*block});
  }();
  if (!done.ok()) {
    session::TableUpload::Drop(*block);
    if (!store::IsConflict(done.error())) return TunnelErrorOf(done.error());
    const Result<int> version = LatestVersion(call, service);
    return version.ok() ? SchemaModified(done.error().detail, *version)
                        : TunnelErrorOf(version.error());
  }
  Answer answer = BlockAnswer(cost);
  answer.headers.emplace_back("odps-tunnel-slot-num", stream->slot_count);
  answer.headers.emplace_back("odps-tunnel-routed-server", service.address);
  return answer;
}

Answer AbortStream(const Call& call, Service& service) {
  const StreamPtr stream = StreamOf(call, service);
  if (stream == nullptr) return NoStream(call);
  service.tunnels.streams.Remove(stream->id);
  nlohmann::json description = nlohmann::json::parse(DescribedStream(*stream, service).body);
  description["status"] = "aborted";
  return {200, "application/json", description.dump()};
}

}  // namespace paisql::rest
