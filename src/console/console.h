#pragma once

// What the answers to pages are made from. Safe from any thread, as each of its parts is.

#include <memory>
#include <string>

#include "base/result.h"
#include "rest/call.h"
#include "rest/service.h"
#include "session/session.h"

namespace paisql::console {

struct LogviewState;   // console/logview/logview_state.h
struct WorkflowState;  // console/workflows/workflow_state.h
struct ServiceState;   // console/services/service_state.h
class Tabs;            // console/editor/tabs.h
struct TablesState;    // console/tables/tables_state.h

struct Console {
  rest::Service& service;  // the home, its catalogs and instances; it outlives the console
  // The console of one person at this machine (`paisql console`): statements may read files here.
  bool local = false;
  // What the answers of a page keep between requests; not null.
  std::shared_ptr<WorkflowState> workflows = nullptr;
  std::shared_ptr<ServiceState> services = nullptr;
  std::shared_ptr<Tabs> tabs = nullptr;  // of editors
  std::shared_ptr<LogviewState> logview = nullptr;
  std::shared_ptr<TablesState> tables = nullptr;
};

// Makes the parts that pages keep between requests.
std::unique_ptr<Console> MakeConsole(rest::Service& service, bool local);

// Ends all waiting for other programs, such as a service that a page asks. Call it before the
// connections of the pages end; after it, nothing may be asked.
void StopWaiting(Console& console);

// The project that the request names by ?project=, else the default one.
std::string ProjectOf(const rest::Call& call);
// The language that the page asks for, by Accept-Language.
messages::Language LanguageOf(const rest::Call& call);
// Opens a session of the user in that project: its answers hold the user's permissions. It belongs
// to the calling thread.
Result<std::unique_ptr<session::Session>> SessionOf(const rest::Call& call, Console& console);
// The options of such a session.
session::SessionOptions OptionsOf(const rest::Call& call, const Console& console);

}  // namespace paisql::console
