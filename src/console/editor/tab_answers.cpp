// Tabs: POST /editor/tabs opens one, GET tells its state, DELETE ends it.

#include <array>
#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/editor/editor_routes.h"
#include "console/editor/editor_sessions.h"
#include "console/editor/run_json.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr uint64_t kStateBytes = uint64_t{4} << 20;
constexpr uint64_t kStatementBytes = uint64_t{16} << 20;

json TabJson(Tab& tab) {
  const Tab::Facts facts = tab.facts();
  json body = {{"tab", tab.id()}, {"project", facts.project}, {"state", facts.state}};
  body["instance"] = facts.newest == nullptr ? json() : json(facts.newest->id());
  return body;
}

// Where the page had a tab in a server that has ended, it says what had been set there.
rest::Answer OpenTab(const rest::Call& call, Console& console) {
  const Result<json> body = BodyOf(call);
  if (!body.ok()) return RefusalOf(body.error(), call);
  auto session = OpenTabSession(call, console, ProjectOf(call));
  if (!session.ok()) return RefusalOf(session.error(), call);
  const Result<TabPtr> tab = console.tabs->Add(call.user, *std::move(session));
  if (!tab.ok()) return RefusalOf(tab.error(), call);
  std::vector<std::string> restore;
  if (const auto given = body->find("restore"); given != body->end() && given->is_array()) {
    for (const json& one : *given) {
      if (one.is_string()) restore.push_back(one.get<std::string>());
    }
  }
  const std::vector<std::string> failed = (*tab)->Restore(restore);
  json answer = TabJson(**tab);
  answer["failed"] = failed;
  return JsonAnswer(answer);
}

rest::Answer TellTab(const rest::Call& call, Console& console) {
  const Result<TabPtr> tab = TabOf(call.path[2], call, console);
  return tab.ok() ? JsonAnswer(TabJson(**tab)) : RefusalOf(tab.error(), call);
}

rest::Answer CloseTab(const rest::Call& call, Console& console) {
  const TabPtr tab = console.tabs->Take(call.path[2], call.user);
  if (tab == nullptr) return JsonAnswer(json::object());
  const instances::InstancePtr newest = tab->facts().newest;
  if (newest != nullptr) (void)console.service.instances.Cancel(newest->id());
  return JsonAnswer(json::object());
}

rest::Answer RunInTab(const rest::Call& call, Console& console) {
  const Result<TabPtr> tab = TabOf(call.path[2], call, console);
  if (!tab.ok()) return RefusalOf(tab.error(), call);
  const Result<json> body = BodyOf(call);
  if (!body.ok()) return RefusalOf(body.error(), call);
  Result<std::string> text = TextOf(*body, "text");
  if (!text.ok()) return RefusalOf(text.error(), call);
  TabStatement statement{*std::move(text)};
  if (const auto given = body->find("variables"); given != body->end() && given->is_object()) {
    for (const auto& [name, value] : given->items()) {
      if (value.is_string()) statement.variables.emplace_back(name, value.get<std::string>());
    }
  }
  const auto instance = (*tab)->Submit(statement, console.service.instances);
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  return JsonAnswer(RunJson(**instance, call, console));
}

constexpr std::array kTabRoutes = {
    Route{"POST", "/editor/tabs", OpenTab, kStateBytes},
    Route{"GET", "/editor/tabs/{}", TellTab},
    Route{"DELETE", "/editor/tabs/{}", CloseTab},
    Route{"POST", "/editor/tabs/{}/statements", RunInTab, kStatementBytes},
};

}  // namespace

std::span<const Route> TabRoutes() { return kTabRoutes; }

}  // namespace paisql::console
