#include "rest/storage/storage_write.h"

#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>

#include "rest/storage/storage_json.h"
#include "rest/storage/storage_schema.h"
#include "rest/storage/stream_block.h"
#include "rest/tunnel/begin_upload.h"

namespace paisql::rest {

namespace {

constexpr int kMostBlocks = 20000;  // keys

Error WrongWrite(std::string detail) { return {ErrorCode::kTunnel, std::move(detail), {}, ""}; }

}  // namespace

Result<std::shared_ptr<StorageWrite>> StorageWrite::Begin(const Call& call, const Asked& asked,
                                                          Service& service) {
  Call named = call;
  named.query["partition"] = asked.partition;
  named.query["create_partition"] = "true";
  named.query["overwrite"] = asked.overwrites ? "true" : "false";
  session::TableUpload::Target how;
  how.changes = asked.changes;
  how.spreads = true;
  PAISQL_ASSIGN(const std::shared_ptr<TableUploadSession> upload, NewUpload(named, service, how));
  auto write = std::make_shared<StorageWrite>(service.tunnels.limits);
  write->id_ = upload->id;
  write->rows_ = std::move(upload->rows);
  return write;
}

std::vector<engine::ResultColumn> StorageWrite::data_columns() const {
  std::vector<engine::ResultColumn> columns = rows_->columns();
  if (rows_->target().changes) columns.resize(table().columns.size());
  return columns;
}

std::vector<engine::ResultColumn> StorageWrite::system_columns() const {
  if (!rows_->target().changes) return {};
  return {{session::TableUpload::kOperation, TypeId::kTinyint}};
}

void StorageWrite::Open(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (blocks_.size() < kMostBlocks) blocks_[key];
}

Status StorageWrite::Keep(session::UploadedBlock block, const std::string& key, bool replaces,
                          std::vector<session::UploadedBlock>& dropped) {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(key);
  std::span<const session::UploadedBlock> gone;
  if (replaces && found != blocks_.end()) gone = found->second;
  Status room = state_ == State::kOpen && (found != blocks_.end() || blocks_.size() < kMostBlocks)
                    ? room_.Exchange(block, gone)
                    : WrongWrite("the write session has ended, or has too many blocks");
  if (!room.ok()) {
    dropped.push_back(std::move(block));
    return room;
  }
  std::vector<session::UploadedBlock>& blocks = blocks_[key];
  if (replaces) dropped.swap(blocks);
  blocks.push_back(std::move(block));
  return room;
}

Result<int64_t> StorageWrite::Put(const Call& call, const std::string& key, bool replaces) {
  PAISQL_ASSIGN(session::UploadedBlock block, WriteStreamBlock(call, *rows_, order_));
  const int64_t rows = block.rows;
  std::vector<session::UploadedBlock> dropped;
  const Status kept = Keep(std::move(block), key, replaces, dropped);
  for (const session::UploadedBlock& one : dropped) session::TableUpload::Drop(one);
  PAISQL_TRY(kept);
  return rows;
}

std::map<std::string, int64_t> StorageWrite::RowsByKey() const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, int64_t> rows;
  for (const auto& [key, blocks] : blocks_) {
    int64_t& count = rows[key];
    for (const session::UploadedBlock& block : blocks) count += block.rows;
  }
  return rows;
}

int64_t StorageWrite::RowsOf(const std::string& key) const {
  const std::map<std::string, int64_t> rows = RowsByKey();
  const auto found = rows.find(key);
  return found == rows.end() ? 0 : found->second;
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
  PAISQL_TRY(rows_->target().changes ? rows_->ApplyChanges(chosen) : rows_->Commit(chosen));
  if (rows_->target().changes) {
    for (const session::UploadedBlock& block : chosen) session::TableUpload::Drop(block);
  }
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
  const std::vector<engine::ResultColumn> columns = data_columns();
  const std::span<const engine::ResultColumn> all = columns;
  const size_t data = table().columns.size();
  return {{"SessionId", id_},
          {"SessionType", "batch_write"},
          {"SessionStatus", now == State::kOpen        ? "NORMAL"
                            : now == State::kCommitted ? "COMMITTED"
                                                       : "EXPIRED"},
          {"ExpirationTime", expires_seconds_},
          {"MaxBlockNumber", kMostBlocks},
          {"RequiredOrdering", nlohmann::json::array()},
          {"DataSchema", ReadSchemaJson(all.first(data), all.subspan(data))},
          {"SupportedDataFormat", SupportedFormats()}};
}

}  // namespace paisql::rest
