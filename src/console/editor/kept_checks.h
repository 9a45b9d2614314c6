#pragma once

// Sessions that only check, kept for the next check: each holds a copy of the catalog, which takes
// time and memory to make. It keeps a few at most. Safe from any thread; a session is one thread's
// while it is taken.

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "session/session.h"

namespace paisql::console {

class KeptChecks {
 public:
  // Takes the session of the state out; null if none is kept for it. The caller spells the state:
  // the tab, what was set in the tab, and which catalog it saw.
  std::unique_ptr<session::Session> Take(const std::string& state);
  // Keeps a session that is still in the state. The one that was kept longest goes for it.
  void Keep(std::string state, std::unique_ptr<session::Session> session);

 private:
  struct Kept {
    std::string state;
    std::unique_ptr<session::Session> session;
  };
  std::mutex mutex_;
  std::list<Kept> kept_;  // the newest first
};

// A text that changes with each change of the home's catalog. "" where it cannot be told: the
// catalog was changed a moment ago, or it is on a server.
std::string CatalogMark(const std::string& home_path);

}  // namespace paisql::console
