// What has run: one instance, the history of a user, and the end of what runs.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/editor/editor_routes.h"
#include "console/editor/find_run.h"
#include "console/editor/run_json.h"
#include "rest/instances/answers.h"
#include "rest/instances/await_end.h"

namespace paisql::console {

namespace {

using instances::InstancePtr;
using nlohmann::json;

constexpr int kMostWaitMs = 20000;
constexpr size_t kPage = 50;
constexpr size_t kMostOfPage = 500;

constexpr ErrorCode kNoPermission = CodeOf("ODPS-0130013");

// With `wait_ms` the answer comes when the instance has ended, or so much later.
rest::Answer TellRun(const rest::Call& call, Console& console) {
  const Result<InstancePtr> instance = FindRun(call, console);
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  const int wait_ms = ParseNumber<int>(call.Get("wait_ms")).value_or(0);
  return rest::AtEnd(*instance, std::clamp(wait_ms, 0, kMostWaitMs),
                     [instance = *instance, call, &console] {
                       return JsonAnswer(RunJson(*instance, call, console));
                     });
}

rest::Answer CancelRun(const rest::Call& call, Console& console) {
  const Result<InstancePtr> instance = FindRun(call, console);
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  if (!rest::MayUse(call, console.service, **instance, "Write")) {
    return RefusalOf(Error{kNoPermission,
                           "the instance is another user's",
                           {},
                           "its owner or the project's owner may stop it"},
                     call);
  }
  const bool cancelled = console.service.instances.Cancel((*instance)->id());
  return JsonAnswer({{"cancelled", cancelled}});
}

// The letters of the search stand in the statement, in any letter case.
bool Finds(const std::string& search, const instances::Instance& instance) {
  return search.empty() || ToLower(instance.submission().query).find(search) != std::string::npos ||
         instance.id() == search;
}

// The user's own, the newest first.
rest::Answer ListRuns(const rest::Call& call, Console& console) {
  const std::string after = call.Get("after");
  const std::string search = ToLower(call.Get("search"));
  const std::string state = call.Get("state");
  const size_t most =
      std::clamp<size_t>(ParseNumber<size_t>(call.Get("limit")).value_or(kPage), 1, kMostOfPage);
  json runs = json::array();
  std::string next;
  for (const InstancePtr& one : console.service.instances.List(ProjectOf(call))) {
    if (one->submission().user != call.user || !Finds(search, *one)) continue;
    // Ids grow, so that a page goes on below the one where the page before has ended.
    if (!after.empty() && one->id() >= after) continue;
    json line = RunLineJson(*one);
    if (!state.empty() && line["state"] != state) continue;
    if (runs.size() == most) {
      next = runs.back()["id"];
      break;
    }
    runs.push_back(std::move(line));
  }
  return JsonAnswer({{"instances", std::move(runs)}, {"next", next}});
}

constexpr std::array kRunRoutes = {
    Route{"GET", "/editor/instances", ListRuns},
    Route{"GET", "/editor/instances/{}", TellRun},
    Route{"POST", "/editor/instances/{}/cancel", CancelRun},
};

}  // namespace

std::span<const Route> RunRoutes() { return kRunRoutes; }

}  // namespace paisql::console
