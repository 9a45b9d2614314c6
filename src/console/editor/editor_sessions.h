#pragma once

// The editor has two kinds of sessions: a tab runs its statements in one, and a check looks in
// another at what the tab would run.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "console/console.h"
#include "console/editor/tabs.h"
#include "rest/call.h"
#include "session/session.h"

namespace paisql::console {

// Returns the member of the body if it is a text, else "".
std::string TextIn(const nlohmann::json& body, const char* name);

// Opens a session in the project, which may name its schema, with the rights of the user who asks.
Result<std::unique_ptr<session::Session>> OpenTabSession(const rest::Call& call, Console& console,
                                                         const std::string& project);
// A session that only checks, on a copy of the catalog.
struct CheckSession {
  std::unique_ptr<session::Session> session;
  std::string state = {};  // the state under which it may be kept; "": it may not be kept
};
// Takes a kept session, or makes a new one, in the state of the tab; without a tab, in the
// request's project. `text`: what the session will check.
Result<CheckSession> TakeCheckSession(const rest::Call& call, Console& console, const TabPtr& tab,
                                      const std::string& text);
// Keeps a session that has changed nothing for the next check.
void KeepCheckSession(Console& console, CheckSession check);
// The tab that the request's body names; null where it names none. kResourceNotFound for a tab
// that does not exist.
Result<TabPtr> TabOf(const std::string& id, const rest::Call& call, Console& console);

}  // namespace paisql::console
