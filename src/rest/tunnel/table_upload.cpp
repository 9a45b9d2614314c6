// The upload into a table: blocks of rows, which become rows of the table at once when the upload
// is committed.

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/whole_number.h"
#include "rest/named.h"
#include "rest/records/record_reader.h"
#include "rest/statements.h"
#include "rest/tunnel/begin_upload.h"
#include "rest/tunnel/block_rows.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

namespace {

constexpr int64_t kLastBlock = 19999;

Answer DescribedUpload(TableUploadSession& upload) {
  const std::lock_guard lock(upload.mutex);
  nlohmann::json blocks = nlohmann::json::array();
  for (const auto& [number, block] : upload.blocks) {
    blocks.push_back({{"BlockID", number},
                      {"CreateTime", block.created_ms / 1000},
                      {"Date", block.created_ms / 1000},
                      {"RecordCount", block.rows.rows}});
  }
  const nlohmann::json description = {
      {"UploadID", upload.id},       {"Status", upload.closed ? "closed" : "normal"},
      {"UploadedBlockList", blocks}, {"MaxFieldSize", kMaxFieldBytes},
      {"QuotaName", "default"},      {"Schema", SchemaOfTable(upload.target.table)}};
  return {200, "application/json", description.dump()};
}

Answer NoUpload(const Call& call) {
  return NoSession("NoSuchUpload", "upload", call.Get("uploadid"));
}

std::shared_ptr<TableUploadSession> UploadOf(const Call& call, Service& service) {
  return FindSession(service.tunnels.uploads, call, "uploadid");
}

// Exchanges the block for the one that the upload has had under the number. The upload is locked.
Status Keep(TableUploadSession& upload, int64_t number, session::UploadedBlock& block) {
  const auto found = upload.blocks.find(number);
  std::span<const session::UploadedBlock> gone;
  if (found != upload.blocks.end()) gone = {&found->second.rows, 1};
  PAISQL_TRY(upload.room.Exchange(block, gone));
  TableUploadSession::Block& kept = upload.blocks[number];
  std::swap(kept.rows, block);
  kept.created_ms = NowMs();
  return Status::Ok();
}

}  // namespace

Result<TableTarget> WriteTargetOf(const Call& call, store::Catalog& catalog, Service& service,
                                  bool within) {
  PAISQL_ASSIGN(TableTarget target, within ? TargetWithin(call, catalog) : TargetOf(call, catalog));
  const store::Table& table = target.table;
  PAISQL_TRY(RequireOfTable(call, catalog, table, "Update"));
  if (target.partition.size() < table.partition_columns.size()) return target;
  const bool creates = call.Has("create_partition") && call.Get("create_partition") != "false";
  if (creates && table.partitioned()) {
    PAISQL_TRY(RunStatement(call, service, table.project,
                            "ALTER TABLE " + target.Name() + " ADD IF NOT EXISTS PARTITION (" +
                                target.Levels(", ") + ");"));
  }
  PAISQL_TRY(RequirePartition(target, catalog));
  return target;
}

Result<std::shared_ptr<TableUploadSession>> NewUpload(const Call& call, Service& service,
                                                      session::TableUpload::Target how) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  auto upload = std::make_shared<TableUploadSession>(service.tunnels.limits);
  PAISQL_ASSIGN(upload->target, WriteTargetOf(call, *catalog, service, how.spreads));
  const store::Table& table = upload->target.table;
  upload->id = store::NewInstanceId();
  how.table = table;
  how.partition = upload->target.partition;
  how.overwrite = call.Get("overwrite") == "true";
  how.spreads = how.spreads && how.partition.size() < table.partition_columns.size();
  how.changes = how.changes && !how.overwrite && !table.traits.primary_key.empty();
  if (how.changes && how.spreads) {
    return Error{ErrorCode::kPartition,
                 table.QualifiedName() + " is partitioned: give each level of one partition",
                 {},
                 ""};
  }
  session::SessionOptions options = service.options;
  options.user = call.user;
  PAISQL_ASSIGN(upload->rows,
                session::TableUpload::Open(service.context, std::move(options), std::move(how)));
  return upload;
}

Answer BeginUpload(const Call& call, Service& service) {
  const auto upload = NewUpload(call, service);
  if (!upload.ok()) return TunnelErrorOf(upload.error());
  service.tunnels.uploads.Add((*upload)->id, call.user, *upload, NowMs());
  return DescribedUpload(**upload);
}

Answer PutBlock(const Call& call, Service& service) {
  const auto upload = UploadOf(call, service);
  if (upload == nullptr) return NoUpload(call);
  const auto number = ParseNumber<int64_t>(call.Get("blockid", "0"));
  if (!number || *number < 0 || *number > kLastBlock) {
    return JsonError(400, "InvalidBlockID",
                     "a block has a number from 0 to " + std::to_string(kLastBlock));
  }
  TransferCost cost;
  Result<session::UploadedBlock> block = WriteBlock(call, *upload->rows, &cost);
  if (!block.ok()) return TunnelErrorOf(block.error());
  session::UploadedBlock dropped = *std::move(block);
  Answer answer = BlockAnswer(cost);
  {
    const std::lock_guard lock(upload->mutex);
    if (upload->closed) {
      answer = StatusConflict("the upload was committed");
    } else if (const Status kept = Keep(*upload, *number, dropped); !kept.ok()) {
      answer = TunnelErrorOf(kept.error());
    }
  }
  session::TableUpload::Drop(dropped);
  return answer;
}

Answer GetUpload(const Call& call, Service& service) {
  const auto upload = UploadOf(call, service);
  return upload == nullptr ? NoUpload(call) : DescribedUpload(*upload);
}

Answer CommitUpload(const Call& call, Service& service) {
  const auto upload = UploadOf(call, service);
  if (upload == nullptr) return NoUpload(call);
  {
    const std::lock_guard lock(upload->mutex);
    // A client that has missed the answer asks again.
    if (!upload->closed) {
      std::vector<session::UploadedBlock> blocks;
      for (const auto& [number, block] : upload->blocks) blocks.push_back(block.rows);
      const Status done = upload->rows->Commit(blocks);
      if (!done.ok()) return TunnelErrorOf(done.error());
      upload->closed = true;
    }
  }
  return DescribedUpload(*upload);
}

}  // namespace paisql::rest
