#include "console/console.h"

#include <utility>

#include "console/editor/tabs.h"
#include "console/logview/logview_state.h"
#include "console/services/service_state.h"
#include "console/tables/tables_state.h"
#include "console/workflows/workflow_state.h"

namespace paisql::console {

std::unique_ptr<Console> MakeConsole(rest::Service& service, bool local) {
  const session::SessionOptions& options = service.options;
  auto console = std::make_unique<Console>(service, local);
  console->logview = std::make_shared<LogviewState>();
  console->workflows =
      std::make_shared<WorkflowState>(options.home_path, options.installation.program);
  console->services = std::make_shared<ServiceState>(service.catalogs);
  console->tabs = std::make_shared<Tabs>();
  console->tables = MakeTablesState(service);
  return console;
}

void StopWaiting(Console& console) {
  if (console.services != nullptr) console.services->Stop();
}

std::string ProjectOf(const rest::Call& call) {
  return call.Get("project", session::kDefaultProject);
}

messages::Language LanguageOf(const rest::Call& call) {
  return messages::LanguageOf(call.Header("accept-language").substr(0, 2));
}

session::SessionOptions OptionsOf(const rest::Call& call, const Console& console) {
  session::SessionOptions options = console.service.options;
  options.project = ProjectOf(call);
  options.user = call.user;
  options.allowed = call.allowed;
  options.remote = !console.local;
  options.language = LanguageOf(call);
  return options;
}

Result<std::unique_ptr<session::Session>> SessionOf(const rest::Call& call, Console& console) {
  return session::Session::Open(console.service.context, OptionsOf(call, console));
}

}  // namespace paisql::console
