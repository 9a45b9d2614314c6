#pragma once

// The sessions of the storage API that clients have begun.

#include <functional>
#include <memory>
#include <utility>

#include "base/system/clock.h"
#include "rest/instances/await_end.h"
#include "rest/storage/storage_read.h"
#include "rest/storage/storage_write.h"
#include "rest/tunnel/session_table.h"
#include "rest/tunnel/table_target.h"
#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {

struct StorageSessions {
  SessionTable<StorageRead> reads;
  SessionTable<StorageWrite> writes;
};

// How long a request waits for the query of a session.
inline constexpr int kStorageReadyMs = 30000;

// Null for one that the call's user has not begun, and for one of another table than the path
// names, as a path of a table's tunnel does.
inline std::shared_ptr<StorageRead> FindRead(const Call& call, const std::string& id,
                                             Service& service) {
  const auto found = service.storage->reads.Find(id, call.user, NowMs());
  return found != nullptr && IsAbout(call, found->table()) ? found : nullptr;
}
inline std::shared_ptr<StorageWrite> FindWrite(const Call& call, const std::string& id,
                                               Service& service) {
  const auto found = service.storage->writes.Find(id, call.user, NowMs());
  return found != nullptr && IsAbout(call, found->table()) ? found : nullptr;
}

// What `make` gives once the session is ready, or, with false, when the time is over. An error of
// the session is the answer in its place.
inline Answer WhenReady(const std::shared_ptr<StorageRead>& read,
                        std::function<Answer(bool ready)> make) {
  auto judged = [read, make = std::move(make)] {
    const Result<bool> ready = read->IsReady();
    return ready.ok() ? make(*ready) : TunnelErrorOf(ready.error());
  };
  return read->query() == nullptr ? judged()
                                  : AtEnd(read->query(), kStorageReadyMs, std::move(judged));
}

inline Answer NoStorageSession(const std::string& id) {
  return NoSession("SessionNotFound", "session", id);
}

}  // namespace paisql::rest
