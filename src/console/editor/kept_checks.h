#pragma once

// Sessions that only check, kept for the next check: each holds a copy of the catalog, which takes
// time and memory to make. Few are kept at all. Safe from any thread; a session is one thread's
// while it is taken.

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "session/session.h"

namespace paisql::console {

class KeptChecks {
 public:
  // Null where none is kept for the state, which the caller spells: the tab, what was set in it and
  // what the catalog was.
  std::unique_ptr<session::Session> Take(const std::string& state);
  // For a session that is in the state still. The one kept for the longest time goes.
  void Keep(std::string state, std::unique_ptr<session::Session> session);

 private:
  struct Kept {
    std::string state;
    std::unique_ptr<session::Session> session;
  };
  std::mutex mutex_;
  std::list<Kept> kept_;  // the newest first
};

// Changes with each change of the home's catalog. "" where nobody can tell: it was changed a moment
// ago, or it is on a server.
std::string CatalogMark(const std::string& home_path);

}  // namespace paisql::console
