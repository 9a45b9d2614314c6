#pragma once

// The sessions of the storage API that clients have begun.

#include "base/system/clock.h"
#include "rest/storage/storage_read.h"
#include "rest/storage/storage_write.h"
#include "rest/tunnel/session_table.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

struct StorageSessions {
  SessionTable<StorageRead> reads;
  SessionTable<StorageWrite> writes;
};

// How long a request waits for the query of a session.
inline constexpr int kStorageReadyMs = 30000;

// Null for one that the call's user has not begun.
inline std::shared_ptr<StorageRead> FindRead(const Call& call, const std::string& id,
                                             Service& service) {
  return service.storage->reads.Find(id, call.user, NowMs());
}
inline std::shared_ptr<StorageWrite> FindWrite(const Call& call, const std::string& id,
                                               Service& service) {
  return service.storage->writes.Find(id, call.user, NowMs());
}

inline Answer NoStorageSession(const std::string& id) {
  return NoSession("SessionNotFound", "session", id);
}

}  // namespace paisql::rest
