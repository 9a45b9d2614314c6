// Where instances stand among all that wait and run, and what clients tell tasks.

#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/coding/xml_reader.h"
#include "rest/addresses.h"
#include "rest/instances/answers.h"
#include "rest/instances/instance_filter.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

using instances::Instance;
using instances::InstancePtr;
using nlohmann::json;

// The states of a session of query acceleration: clients have no name for the first one, and ask
// again.
constexpr int kSessionBegins = 1;
constexpr int kSessionFailed = 4;

std::string JsonText(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// "2026-11-21 00:00:00 +0000"
std::string QueueTime(int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S +0000", &parts);
  return {text.data(), size};
}

double ProgressOf(const Instance& instance) {
  return instance.status().ended() ? 1 : instance.progress().fraction.value_or(0);
}

// What the instance did, the newest last. It waited until its first statement began.
json SubStatusHistory(const Instance& instance, const Instance::Status& status) {
  const auto step = [](std::string_view what, int64_t from_ms) {
    return json{{"description", what}, {"start_time", QueueTime(from_ms)}};
  };
  using instances::TaskState;
  json history = json::array();
  history.push_back(step(StateText(TaskState::kWaiting), status.started_ms));
  const std::vector<instances::StatementTrace> runs = instance.trace().runs();
  if (!runs.empty()) {
    history.push_back(step(StateText(TaskState::kRunning), runs.front().started_ms));
  }
  if (status.ended()) history.push_back(step(StateText(status.state), status.ended_ms));
  return history;
}

json QueueInfo(const Instance& instance, Service& service) {
  const instances::Submission& asked = instance.submission();
  const Instance::Status status = instance.status();
  const double progress = ProgressOf(instance);
  const json history = SubStatusHistory(instance, status);
  const instances::QueuePlace queue = service.instances.QueueOf(instance.id());
  return {{"instanceId", instance.id()},
          {"instancePriority", asked.priority},
          {"instanceProcess", progress},
          {"instanceProgress", progress},
          {"jobName", asked.job},
          {"projectName", store::ProjectOfPlace(asked.project)},
          {"skynetId", ""},
          {"startTime", QueueTime(status.started_ms)},
          {"taskType", asked.kind},
          {"taskName", asked.task},
          {"userAccount", OwnerOf(instance, service)},
          {"status", StatusText(status)},
          {"subStatus", history.back()},
          {"subStatusHistory", history},
          {"waitingQueueInfo",
           {{"aheadCount", queue.ahead},
            {"waitingCount", queue.waiting},
            {"runningCount", queue.running}}}};
}

Answer TellQueued(const Call& /*call*/, Service& service, const InstancePtr& instance) {
  return JsonAnswer(JsonText(QueueInfo(*instance, service)));
}

// All instances share the machine, which is the one quota there is.
Answer TellQuota(const Call& /*call*/, Service& /*service*/, const InstancePtr& instance) {
  const json quota = {{"GroupAlias", "default"}, {"Status", StateText(instance->status().state)}};
  return JsonAnswer(JsonText({{"quotaInfos", {{instance->submission().task, quota}}}}));
}

// Those of the project that have not ended, the newest first.
Answer ListQueued(const Call& call, Service& service) {
  const bool all = SeesAllInstances(call, service);
  const InstanceFilter filter(call);
  const Page page = PageOf(call);
  json list = json::array();
  std::string next;
  for (const InstancePtr& one : service.instances.List(call.path[1])) {
    if (one->status().ended() || !filter.Takes(*one)) continue;
    if (!page.after.empty() && one->id() >= page.after) continue;
    if (!all && one->submission().user != call.user) continue;
    if (list.size() == page.most) {
      next = list.back()["instanceId"].get<std::string>();
      break;
    }
    list.push_back(QueueInfo(*one, service));
  }
  return {200, "application/xml",
          Nested("Instances", PageXml(page, next) + Nested("Content", CData(JsonText(list))))};
}

std::string SessionStatus(const Instance& instance) {
  const Instance::Status status = instance.status();
  // Clients that hear of a failure ask for its cause next, which the result tells after the end.
  return JsonText({{"status", status.ended() ? kSessionFailed : kSessionBegins},
                   {"result", status.error.has_value() ? status.error->ToString() : ""},
                   {"warnings", ""},
                   {"subQueryId", -1}});
}

// What is known of the task under the key; "" for what nobody has told.
Answer TellInfo(const Call& call, Service& service, const InstancePtr& instance) {
  const std::string key = call.Get("key");
  if (key == "warnings") {
    return JsonAnswer(JsonText({{"warnings", instance->trace().warnings()}}));
  }
  if (key == "status" && instance->submission().refusal.has_value()) {
    return JsonAnswer(SessionStatus(*instance));
  }
  return TextAnswer(service.task_infos.Get(instance->id(), key).value_or(""));
}

Answer PutInfo(const Call& call, Service& service, const InstancePtr& instance) {
  if (!MayUse(call, service, *instance, "Write")) {
    return XmlError(403, "NoPermission",
                    "You have NO privilege 'odps:Write' on the instance " + instance->id());
  }
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  const XmlElement* const key = document.ok() ? document->root().Child("Key") : nullptr;
  const XmlElement* const value = document.ok() ? document->root().Child("Value") : nullptr;
  if (key == nullptr || key->text.empty()) {
    return XmlError(400, "InvalidParameter", "an information has a Key and a Value");
  }
  const std::string text(value == nullptr ? "" : value->text);
  if (!service.task_infos.Put(instance->id(), std::string(key->text), text)) {
    return XmlError(400, "InvalidParameter", "the information is too long, or there are too many");
  }
  Answer answer = TextAnswer("");
  answer.headers.emplace_back("Location", EndpointOf(call, service) + "/projects/" + call.path[1] +
                                              "/instances/" + instance->id());
  return answer;
}

constexpr std::array kQueueRoutes = {
    Route{"GET", kInstancePath, "info", On<TellInfo>},
    Route{"PUT", kInstancePath, "info", On<PutInfo>},
    Route{"GET", kInstancePath, "instancequota", On<TellQuota>},
    Route{"GET", kInstancePath, "cached", On<TellQueued>},
    Route{"GET", "/projects/{}/cachedinstances", "", ListQueued},
};

}  // namespace

std::span<const Route> InstanceQueueRoutes() { return kQueueRoutes; }

}  // namespace paisql::rest
