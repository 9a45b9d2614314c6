#pragma once

// A write session of the storage API: blocks that become rows of a table, or of one partition of
// it, at once. Where the session names no partition, rows say themselves where they belong. Safe
// from any thread.

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "rest/call.h"
#include "rest/service.h"
#include "rest/storage/storage_json.h"
#include "rest/tunnel/block_room.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

class StorageWrite {
 public:
  explicit StorageWrite(BlockLimits limits) : room_(limits) {}

  struct Asked {
    std::string partition;  // its first levels, or all of them
    bool overwrites = false;
    bool changes = false;  // rows of a table with a PRIMARY KEY may have an operation
  };
  // Into the table that the call's path names; a partition that is missing is made, as INSERT does.
  static Result<std::shared_ptr<StorageWrite>> Begin(const Call& call, const Asked& asked,
                                                     Service& service);

  const std::string& id() const { return id_; }
  const store::Table& table() const { return rows_->target().table; }
  // Columns that rows have: those of the table, then those of partitions that the session does not
  // name.
  std::vector<engine::ResultColumn> data_columns() const;
  // What else they have: the operation of a change.
  std::vector<engine::ResultColumn> system_columns() const;

  // The key is there from now on, without rows.
  void Open(const std::string& key);
  // How many rows the key has; with `replaces` it loses those that it had.
  Result<int64_t> Put(const Call& call, const std::string& key, bool replaces);
  int64_t RowsOf(const std::string& key) const;
  std::map<std::string, int64_t> RowsByKey() const;
  // The keys' blocks, in this order, or all blocks. A second call changes nothing. kTunnel for an
  // unknown key, and after Abort.
  Status Commit(std::vector<std::string> keys, bool all);
  void Abort();

  enum class State { kOpen, kCommitted, kAborted };
  State state() const;
  // As version 1 of the API describes it.
  nlohmann::json Describe() const;

 private:
  // What goes instead, the block itself where it finds no room, is added to `dropped`.
  Status Keep(session::UploadedBlock block, const std::string& key, bool replaces,
              std::vector<session::UploadedBlock>& dropped);

  std::string id_;
  const int64_t expires_seconds_ = ExpirationSeconds();
  std::shared_ptr<session::TableUpload> rows_;
  std::atomic<int64_t> order_ = 0;  // of the next change
  mutable std::mutex mutex_;        // guards what follows; a commit holds it
  std::map<std::string, std::vector<session::UploadedBlock>> blocks_;
  BlockRoom room_;
  State state_ = State::kOpen;
};

}  // namespace paisql::rest
