// How an instance is, what it was and what has come of it; and its end.

#include <algorithm>
#include <array>

#include "base/coding/xml_reader.h"
#include "base/system/clock.h"
#include "rest/instances/answers.h"
#include "rest/instances/await_end.h"
#include "rest/routes.h"
#include "rest/tasks/task_kinds.h"

namespace paisql::rest {

namespace {

using instances::Instance;
using instances::InstancePtr;

// How long a question waits for the end at least: most statements have ended when a client asks
// first, and one that is told "Running" sleeps a second.
constexpr int kShortestWaitMs = 100;
// And at most, so that a client that asks without a pause takes no time from the statements.
constexpr int kLongestWaitMs = 1000;
constexpr int kPartOfAge = 10;
// How long `instancestatus` waits for the end.
constexpr int kLongPollMs = 20000;

Answer Told(const Instance& instance, Service& service, const std::string& more) {
  const Instance::Status status = instance.status();
  Answer answer{200, "application/xml",
                Nested("Instance", Element("Status", StatusText(status)) + more)};
  answer.headers = {{"x-odps-owner", OwnerOf(instance, service)},
                    {"x-odps-start-time", HttpDate(status.started_ms)}};
  // Older SDKs for Java fail where the header is missing; an empty one says that it has not ended.
  answer.headers.emplace_back("x-odps-end-time", status.ended() ? HttpDate(status.ended_ms) : "");
  AddQueryCookie(instance, answer);
  return answer;
}

// A tenth of the instance's age, so that nobody learns of an end much later than it could be.
int WaitMs(const Instance& instance) {
  const int64_t age_ms = NowMs() - instance.status().started_ms;
  return static_cast<int>(
      std::clamp<int64_t>(age_ms / kPartOfAge, kShortestWaitMs, kLongestWaitMs));
}

// Clients of MaxQA take the results from the status.
std::string StatusMore(bool interactive, const Instance& instance) {
  const bool wanted = interactive && IsMaxQa(instance) && instance.status().ended();
  return wanted ? TasksXml(instance, ResultXml(instance)) : "";
}

Answer StatusWithin(int most_ms, const Call& call, Service& service, const InstancePtr& instance) {
  return AtEnd(instance, most_ms, [interactive = call.interactive, &service, instance] {
    return Told(*instance, service, StatusMore(interactive, *instance));
  });
}

Answer TellStatus(const Call& call, Service& service, const InstancePtr& instance) {
  return StatusWithin(WaitMs(*instance), call, service, instance);
}

Answer TellStatusAtEnd(const Call& call, Service& service, const InstancePtr& instance) {
  return StatusWithin(kLongPollMs, call, service, instance);
}

Answer TellTaskStatus(const Call& /*call*/, Service& service, const InstancePtr& instance) {
  return AtEnd(instance, WaitMs(*instance), [&service, instance] {
    return Told(*instance, service, TasksXml(*instance, "<Histories/>"));
  });
}

Answer TellResult(const Call& /*call*/, Service& service, const InstancePtr& instance) {
  const auto result = instance->result();
  if (result != nullptr && result->has_rows && result->expired) {
    return XmlError(400, "StatusConflict", "The result of " + instance->id() + " has expired");
  }
  const TaskKind* const kind = FindTaskKindOfType(instance->submission().kind);
  const bool has_name = kind != nullptr && result != nullptr;
  return Told(*instance, service,
              TasksXml(*instance, ResultXml(*instance), has_name ? kind->result_name : ""));
}

// A client finds the names of tasks in the job, also of a component, which was sent without one.
Answer TellSource(const Call& call, Service& /*service*/, const InstancePtr& instance) {
  const instances::Submission& asked = instance->submission();
  if (asked.source.starts_with("<Job")) return {200, "application/xml", SourceFor(call, *instance)};
  const std::string task = Nested("AlgoTask", Element("Name", asked.task));
  return {200, "application/xml",
          Nested("Job", Element("Priority", std::to_string(asked.priority)) +
                            Nested("Tasks", task) + Nested("DAG", Element("RunMode", "Sequence")))};
}

Answer StopInstance(const Call& call, Service& service, const InstancePtr& instance) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  const XmlElement* const status = document.ok() ? document->root().Child("Status") : nullptr;
  if (status == nullptr || status->text != "Terminated") {
    return XmlError(400, "InvalidParameter", "an instance can be given the status Terminated");
  }
  if (!MayUse(call, service, *instance, "Write")) {
    return XmlError(403, "NoPermission",
                    "You have NO privilege 'odps:Write' on the instance " + instance->id());
  }
  if (!service.instances.Cancel(instance->id())) {
    return XmlError(400, "InvalidStateSetting", "the instance has ended already");
  }
  return {200, "application/xml", ""};
}

constexpr std::array kStatusRoutes = {
    Route{"GET", kInstancePath, "instancestatus", On<TellStatusAtEnd>},
    Route{"GET", kInstancePath, "taskstatus", On<TellTaskStatus>},
    Route{"GET", kInstancePath, "result", On<TellResult>},
    Route{"GET", kInstancePath, "source", On<TellSource>},
    Route{"GET", kInstancePath, "", On<TellStatus>},
    Route{"PUT", kInstancePath, "", On<StopInstance>},
};

}  // namespace

std::span<const Route> InstanceRoutes() { return kStatusRoutes; }

}  // namespace paisql::rest
