#include "console/editor/editor_sessions.h"

#include <nlohmann/json.hpp>

#include "console/answers.h"

namespace paisql::console {

namespace {

session::SessionOptions TabOptions(const rest::Call& call, const Console& console,
                                   const std::string& project) {
  session::SessionOptions options = OptionsOf(call, console);
  options.project = project;
  // As at a prompt: the last result and variables of scripts are kept.
  options.interactive = true;
  // Nobody can be asked in the middle of a statement.
  options.settings.emplace_back("paisql.confirm", "0");
  return options;
}

}  // namespace

std::string TextIn(const nlohmann::json& body, const char* name) {
  const auto found = body.find(name);
  return found != body.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<std::unique_ptr<session::Session>> OpenTabSession(const rest::Call& call, Console& console,
                                                         const std::string& project) {
  session::SessionOptions options = TabOptions(call, console, project);
  // The page draws plans.
  options.settings.emplace_back("paisql.explain.format", "json");
  return session::Session::Open(console.service.context, std::move(options));
}

Result<std::unique_ptr<session::Session>> OpenCheckSession(const rest::Call& call, Console& console,
                                                           const TabPtr& tab) {
  const Tab::Facts facts = tab == nullptr ? Tab::Facts{} : tab->facts();
  // The statements of the tab's state begin where the tab did; what they do not change is here.
  session::SessionOptions options =
      TabOptions(call, console, tab == nullptr ? ProjectOf(call) : facts.project);
  options.check_only = true;
  PAISQL_ASSIGN(auto session, session::Session::Open(console.service.context, std::move(options)));
  (void)Replay(facts.check_state, *session);
  return session;
}

Result<TabPtr> TabOf(const std::string& id, const rest::Call& call, Console& console) {
  if (id.empty()) return TabPtr();
  TabPtr tab = console.tabs->Find(id, call.user);
  if (tab != nullptr) return tab;
  return Error{ErrorCode::kResourceNotFound,
               "the session of the tab has ended",
               {},
               "reload the page, which opens another one"};
}

}  // namespace paisql::console
