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

// The member of the body where it is a text, else "".
std::string TextIn(const nlohmann::json& body, const char* name);

// In the project, which may name its schema, with the rights of who asks.
Result<std::unique_ptr<session::Session>> OpenTabSession(const rest::Call& call, Console& console,
                                                         const std::string& project);
// One that only checks, on a copy of the catalog.
struct CheckSession {
  std::unique_ptr<session::Session> session;
  std::string state = {};  // in which it may be kept; "": it may not
};
// In the state of the tab, one that was kept or a new one. Without a tab, in the request's project.
// `text`: what it is for.
Result<CheckSession> TakeCheckSession(const rest::Call& call, Console& console, const TabPtr& tab,
                                      const std::string& text);
// For the next check; it has changed nothing.
void KeepCheckSession(Console& console, CheckSession check);
// The tab that the request's body names; null where it names none. kResourceNotFound for one that
// does not exist.
Result<TabPtr> TabOf(const std::string& id, const rest::Call& call, Console& console);

}  // namespace paisql::console
