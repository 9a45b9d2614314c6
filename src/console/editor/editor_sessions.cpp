#include "console/editor/editor_sessions.h"

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/editor/check.h"
#include "console/editor/kept_checks.h"

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

// Equal texts for equal sessions; "" where nobody can tell.
std::string StateOf(const Tab& tab, const Tab::Facts& facts,
                    const session::SessionOptions& options) {
  std::string state = CatalogMark(options.home_path);
  if (state.empty()) return "";
  state +=
      tab.id() + " " + facts.project + " " + std::to_string(static_cast<int>(options.language));
  for (const std::string& one : facts.check_state) {
    state += " " + std::to_string(one.size()) + ":" + one;
  }
  return state;
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

Result<CheckSession> TakeCheckSession(const rest::Call& call, Console& console, const TabPtr& tab,
                                      const std::string& text) {
  const Tab::Facts facts = tab == nullptr ? Tab::Facts{} : tab->facts();
  // The statements of the tab's state begin where the tab did; what they do not change is here.
  session::SessionOptions options =
      TabOptions(call, console, tab == nullptr ? ProjectOf(call) : facts.project);
  options.check_only = true;
  CheckSession check;
  // What a token allows may be less than what was allowed before.
  if (tab != nullptr && call.allowed == nullptr && !MayReadLastResult(text)) {
    check.state = StateOf(*tab, facts, options);
  }
  if (!check.state.empty()) check.session = console.tabs->checks().Take(check.state);
  if (check.session != nullptr) return check;
  PAISQL_ASSIGN(check.session, session::Session::Open(console.service.context, std::move(options)));
  (void)Replay(facts.check_state, *check.session);
  return check;
}

void KeepCheckSession(Console& console, CheckSession check) {
  if (check.state.empty()) return;
  console.tabs->checks().Keep(std::move(check.state), std::move(check.session));
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
