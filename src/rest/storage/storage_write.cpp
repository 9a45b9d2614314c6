#include "rest/storage/storage_write.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "rest/storage/storage_json.h"
#include "rest/storage/storage_schema.h"
#include "rest/storage/stream_block.h"
#include "rest/tunnel/begin_upload.h"

namespace paisql::rest {

namespace {

constexpr int kMostBlocks = 20000;

Error WrongWrite(std::string detail) { return {ErrorCode::kTunnel, std::move(detail), {}, ""}; }

}  // namespace

Result<std::shared_ptr<StorageWrite>> StorageWrite::Begin(const Call& call,
                                                          const std::string& partition,
                                                          bool overwrites, Service& service) {
  Call named = call;
  named.query["partition"] = partition;
  named.query["create_partition"] = "true";
  named.query["overwrite"] = overwrites ? "true" : "false";
  PAISQL_ASSIGN(const std::shared_ptr<TableUploadSession> upload, NewUpload(named, service));
  auto write = std::make_shared<StorageWrite>();
  write->id_ = upload->id;
  write->in_partition_ = !partition.empty();
  write->rows_ = std::move(upload->rows);
  return write;
}

Result<int64_t> StorageWrite::Put(const Call& call, const std::string& key, bool replaces) {
  PAISQL_ASSIGN(session::UploadedBlock block, WriteStreamBlock(call, *rows_));
  const int64_t rows = block.rows;
  std::vector<session::UploadedBlock> dropped;
  bool open = false;
  {
    const std::lock_guard lock(mutex_);
    open = state_ == State::kOpen && blocks_.size() < kMostBlocks;
    if (open) {
      std::vector<session::UploadedBlock>& kept = blocks_[key];
      if (replaces) dropped.swap(kept);
      kept.push_back(std::move(block));
    } else {
      dropped.push_back(std::move(block));
    }
  }
  for (const session::UploadedBlock& one : dropped) session::TableUpload::Drop(one);
  if (!open) return WrongWrite("the write session has ended, or has too many blocks");
  return rows;
}

int64_t StorageWrite::RowsOf(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  int64_t rows = 0;
  const auto found = blocks_.find(key);
  if (found == blocks_.end()) return 0;
  for (const session::UploadedBlock& block : found->second) rows += block.rows;
  return rows;
}

Status StorageWrite::Commit(std::vector<std::string> keys, bool all) {
  const std::lock_guard lock(mutex_);
  // A client that has missed the answer asks again.
  if (state_ == State::kCommitted) return Status::Ok();
  if (state_ == State::kAborted) return WrongWrite("the write session was aborted");
  if (all) {
    for (const auto& [key, blocks] : blocks_) keys.push_back(key);
  }
  std::vector<session::UploadedBlock> chosen;
  std::set<std::string> seen;
  for (const std::string& key : keys) {
    const auto found = blocks_.find(key);
    if (found == blocks_.end()) return WrongWrite("the write session has no block " + key);
    if (!seen.insert(key).second) return WrongWrite("the block " + key + " is named twice");
    chosen.insert(chosen.end(), found->second.begin(), found->second.end());
  }
  PAISQL_TRY(rows_->Commit(chosen));
  state_ = State::kCommitted;
  return Status::Ok();
}

void StorageWrite::Abort() {
  std::map<std::string, std::vector<session::UploadedBlock>> dropped;
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::kOpen) return;
    state_ = State::kAborted;
    dropped.swap(blocks_);
  }
  for (const auto& [key, blocks] : dropped) {
    for (const session::UploadedBlock& block : blocks) session::TableUpload::Drop(block);
  }
}

StorageWrite::State StorageWrite::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

nlohmann::json StorageWrite::Describe() const {
  const State now = state();
  std::vector<engine::ResultColumn> keys;
  if (!in_partition_) keys = ColumnsOf(table().partition_columns);
  return {{"SessionId", id_},
          {"SessionType", "batch_write"},
          {"SessionStatus", now == State::kOpen        ? "NORMAL"
                            : now == State::kCommitted ? "COMMITTED"
                                                       : "EXPIRED"},
          {"ExpirationTime", expires_seconds_},
          {"MaxBlockNumber", kMostBlocks},
          {"RequiredOrdering", nlohmann::json::array()},
          {"DataSchema", ReadSchemaJson(ColumnsOf(table().columns), keys)},
          {"SupportedDataFormat", SupportedFormats()}};
}

}  // namespace paisql::rest
