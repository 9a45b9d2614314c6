// The upload into a table: blocks of records, which become rows at once when the upload is
// committed.

#include <nlohmann/json.hpp>

#include "base/coding/deflate.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/system/clock.h"
#include "base/whole_number.h"
#include "rest/named.h"
#include "rest/records/record_text.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/uploads.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMaxFieldBytes = 8 << 20;
constexpr size_t kMaxBlockBytes = size_t{1} << 30;  // when it is unpacked
constexpr int kCommitPauseMs = 1000;

std::vector<engine::ResultColumn> ResultColumnsOf(const std::vector<store::Column>& columns) {
  std::vector<engine::ResultColumn> all;
  for (const store::Column& column : columns) all.push_back({column.name, column.type});
  return all;
}

Answer Described(TableUpload& upload) {
  const std::lock_guard lock(upload.mutex);
  nlohmann::json blocks = nlohmann::json::array();
  for (const int64_t block : upload.blocks) blocks.push_back({{"BlockID", block}});
  const store::Table& table = upload.target.table;
  const nlohmann::json description = {
      {"UploadID", upload.id},
      {"Status", upload.closed ? "closed" : "normal"},
      {"UploadedBlockList", blocks},
      {"MaxFieldSize", kMaxFieldBytes},
      {"QuotaName", "default"},
      {"Schema",
       SchemaJson(ResultColumnsOf(table.columns), ResultColumnsOf(table.partition_columns))}};
  return {200, "application/json", description.dump()};
}

// Runs statements as the user who uploads, to their end.
Status RunStatements(const TableUpload& upload, std::string statements, Service& service) {
  instances::Submission submission;
  submission.project = upload.target.table.project;
  submission.user = upload.user;
  submission.task = "TunnelUpload";
  submission.settings["odps.sql.timezone"] = "UTC";
  submission.settings["odps.sql.type.system.odps2"] = "true";
  submission.query = std::move(statements);
  PAISQL_ASSIGN(const instances::InstancePtr instance,
                service.instances.Submit(std::move(submission)));
  while (!instance->Await(kCommitPauseMs)) {
  }
  const instances::Instance::Status status = instance->status();
  if (status.error.has_value()) return *status.error;
  if (status.state == instances::TaskState::kSuccess) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "the upload was stopped", {}, ""};
}

Result<TableUploadPtr> NewUpload(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  auto upload = std::make_shared<TableUpload>();
  PAISQL_ASSIGN(upload->target, TargetOf(call, *catalog));
  const store::Table& table = upload->target.table;
  PAISQL_TRY(RequireOfTable(call, *catalog, table, "Update"));
  for (const store::Column& column : table.columns) PAISQL_TRY(CheckUploadType(column.type));
  upload->id = store::NewInstanceId();
  upload->user = call.user;
  upload->overwrite = call.Get("overwrite") == "true";
  if (call.Get("create_partition") == "true" && table.partitioned()) {
    PAISQL_TRY(RunStatements(*upload,
                             "ALTER TABLE " + upload->target.Name() +
                                 " ADD IF NOT EXISTS PARTITION (" + upload->target.Levels(", ") +
                                 ");",
                             service));
  }
  PAISQL_TRY(RequirePartition(upload->target, *catalog));
  PAISQL_ASSIGN(upload->lease, store::Lease::Acquire(catalog->home()));
  PAISQL_ASSIGN(const std::string staging, upload->lease->StagingFolder());
  upload->folder = staging + "/blocks";
  PAISQL_TRY(MakeFolders(upload->folder));
  service.uploads.Add(upload);
  return upload;
}

Result<std::string> UnpackedBody(const Call& call) {
  const std::string encoding = call.Header("content-encoding");
  PAISQL_ASSIGN(std::string body, call.WholeBody(kMaxBlockBytes));
  if (encoding.empty() || encoding == "identity") return body;
  std::string bytes;
  if (encoding != "deflate" ||
      Inflate(body, InflateForm::kGzipOrZlib, kMaxBlockBytes, bytes) != Inflated::kWhole) {
    return Error{ErrorCode::kTunnel, "the body cannot be unpacked: " + encoding, {}, ""};
  }
  return bytes;
}

Status KeepBlock(const Call& call, int64_t block, TableUpload& upload) {
  PAISQL_ASSIGN(const std::string records, UnpackedBody(call));
  std::vector<DataType> types;
  for (const store::Column& column : upload.target.table.columns) types.push_back(column.type);
  PAISQL_ASSIGN(const std::string csv, CsvOfRecords(records, types));
  const std::lock_guard lock(upload.mutex);
  if (upload.closed) return Error{ErrorCode::kTunnel, "the upload has ended", {}, ""};
  PAISQL_TRY(WriteNewFile(BlockPath(upload, block), csv, NewFileKind::kOwn));
  upload.blocks.insert(block);
  return Status::Ok();
}

Answer NoUpload(const Call& call) {
  return JsonError(404, "NoSuchUpload", "The upload " + call.Get("uploadid") + " is not found");
}

// The call's upload, if it is of the one who asks; else null.
TableUploadPtr UploadOf(const Call& call, Service& service) {
  TableUploadPtr upload = service.uploads.Find(call.Get("uploadid"));
  return upload != nullptr && upload->user == call.user ? upload : nullptr;
}

}  // namespace

Answer BeginUpload(const Call& call, Service& service) {
  const Result<TableUploadPtr> upload = NewUpload(call, service);
  return upload.ok() ? Described(**upload) : JsonErrorOf(upload.error());
}

Answer PutBlock(const Call& call, Service& service) {
  const TableUploadPtr upload = UploadOf(call, service);
  if (upload == nullptr) return NoUpload(call);
  if (call.Has("arrow")) return JsonError(400, "InvalidArgument", "rows as Arrow are not offered");
  const auto block = ParseNumber<int64_t>(call.Get("blockid", "0"));
  if (!block || *block < 0) return JsonError(400, "InvalidBlockID", "a block has a number from 0");
  const Status kept = KeepBlock(call, *block, *upload);
  if (!kept.ok()) return JsonErrorOf(kept.error());
  return {200, "application/json", "", {{"odps-tunnel-metrics", "{}"}}};
}

Answer GetUpload(const Call& call, Service& service) {
  const TableUploadPtr upload = UploadOf(call, service);
  return upload == nullptr ? NoUpload(call) : Described(*upload);
}

Answer CommitUpload(const Call& call, Service& service) {
  const TableUploadPtr upload = UploadOf(call, service);
  if (upload == nullptr) return NoUpload(call);
  {
    const std::lock_guard lock(upload->mutex);
    // A client that has missed the answer asks again.
    if (!upload->closed) {
      if (upload->blocks.empty()) {
        const Status made = WriteNewFile(BlockPath(*upload, 0), "", NewFileKind::kOwn);
        if (!made.ok()) return JsonErrorOf(made.error());
      }
      const Status done = RunStatements(*upload, CommitStatements(*upload), service);
      if (!done.ok()) return JsonErrorOf(done.error());
      upload->closed = true;
      upload->lease = nullptr;
    }
  }
  return Described(*upload);
}

}  // namespace paisql::rest
