#pragma once

// The sessions of tunnels that clients have begun.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/system/clock.h"
#include "rest/tunnel/block_room.h"
#include "rest/tunnel/session_table.h"
#include "rest/tunnel/table_target.h"
#include "session/tables/pinned_table.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

struct TableDownload {
  std::string id;
  TableTarget target;
  std::shared_ptr<session::PinnedTable> rows;
};

// An upload by blocks or by a stream.
struct TableUploadSession {
  explicit TableUploadSession(BlockLimits limits) : room(limits) {}

  struct Block {
    session::UploadedBlock rows;
    int64_t created_ms = 0;
  };

  std::string id;
  TableTarget target;
  std::unique_ptr<session::TableUpload> rows;
  std::string slot_count = "1";  // of a stream, as its client has asked for

  std::mutex mutex;  // guards what follows; a commit holds it
  std::map<int64_t, Block> blocks;
  BlockRoom room;
  bool closed = false;
};

struct TableUpsert {
  explicit TableUpsert(BlockLimits limits) : room(limits) {}

  std::string id;
  TableTarget target;
  std::unique_ptr<session::TableUpload> rows;
  std::atomic<int64_t> order = 0;  // of the next change

  std::mutex mutex;  // guards what follows; a commit holds it
  std::vector<session::UploadedBlock> blocks;
  BlockRoom room;
  bool committed = false;
};

// The session that the call's parameter names, where its table is the one that the path names; else
// null.
template <typename T>
std::shared_ptr<T> FindSession(const SessionTable<T>& sessions, const Call& call,
                               std::string_view parameter) {
  const auto found = sessions.Find(call.Get(parameter), call.user, NowMs());
  return found != nullptr && IsAbout(call, found->target.table) ? found : nullptr;
}

struct TunnelSessions {
  BlockLimits limits = {};  // of each session
  SessionTable<TableDownload> downloads;
  SessionTable<TableUploadSession> uploads;
  SessionTable<TableUploadSession> streams;
  SessionTable<TableUpsert> upserts;
};

}  // namespace paisql::rest
