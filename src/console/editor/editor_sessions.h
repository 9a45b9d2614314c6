#pragma once

// The sessions of the editor: those of tabs, and those that check what a tab would run.

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
// In the state of the tab, on a copy of the catalog. Without a tab, in the request's project.
Result<std::unique_ptr<session::Session>> OpenCheckSession(const rest::Call& call, Console& console,
                                                           const TabPtr& tab);
// The tab that the request's body names; null where it names none. kResourceNotFound for one that
// does not exist.
Result<TabPtr> TabOf(const std::string& id, const rest::Call& call, Console& console);

}  // namespace paisql::console
