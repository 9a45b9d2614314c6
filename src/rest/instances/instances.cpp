// Instances: what clients submit, ask for and stop.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/coding/json_depth.h"
#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/instances/instance_results.h"
#include "rest/objects/submission_place.h"
#include "rest/routes.h"
#include "rest/xml_writer.h"

namespace paisql::rest {

namespace {

constexpr uint64_t kMaxBodyBytes = uint64_t{64} << 20;

using instances::InstancePtr;
using instances::TaskState;

std::string_view StateText(TaskState state) {
  switch (state) {
    case TaskState::kWaiting:
      return "Waiting";
    case TaskState::kRunning:
      return "Running";
    case TaskState::kSuccess:
      return "Success";
    case TaskState::kFailed:
      return "Failed";
    case TaskState::kCancelled:
      return "Cancelled";
  }
  return "";
}

Answer NoInstance(const std::string& id) {
  return XmlError(404, "NoSuchObject", "The instance " + id + " is not found");
}

// The settings that the task's configuration has as JSON.
std::map<std::string, std::string> SettingsOf(const XmlElement& task) {
  std::map<std::string, std::string> settings;
  const XmlElement* const config = task.Child("Config");
  if (config == nullptr) return settings;
  for (const XmlElement& property : config->children) {
    const XmlElement* const name = property.Child("Name");
    const XmlElement* const value = property.Child("Value");
    if (name == nullptr || value == nullptr || name->text != "settings") continue;
    if (IsDeepJson(value->text)) continue;
    const nlohmann::json json = nlohmann::json::parse(value->text, nullptr, false);
    if (!json.is_object()) continue;
    for (const auto& [key, one] : json.items()) {
      settings[key] = one.is_string() ? one.get<std::string>() : one.dump();
    }
  }
  return settings;
}

// The job as the client wrote it.
std::string JobText(const std::string& body) {
  constexpr std::string_view kEnd = "</Job>";
  const size_t begin = body.find("<Job>");
  const size_t end = body.rfind(kEnd);
  if (begin == std::string::npos || end == std::string::npos) return "";
  return body.substr(begin, end + kEnd.size() - begin);
}

std::string TextOf(const XmlElement& element, std::string_view child) {
  const XmlElement* const found = element.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

// 0 to 9, as on the platform; 9 where the client says nothing.
int PriorityOf(const XmlElement& job) {
  constexpr int kLast = 9;
  return std::clamp(ParseNumber<int>(Trim(TextOf(job, "Priority"))).value_or(kLast), 0, kLast);
}

// Clients come back after the time of Retry-After.
Answer Refused(const Error& error) {
  if (!instances::IsQueueFull(error)) return XmlErrorOf(error);
  Answer answer = XmlError(409, "FlowExceeded", error.detail);
  answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

Answer SubmitInstance(const Call& call, Service& service) {
  const Result<std::string> body = call.WholeBody(kMaxBodyBytes);
  if (!body.ok()) return XmlErrorOf(body.error());
  const Result<XmlDocument> document = XmlDocument::Parse(*body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  const XmlElement* const job = document->root().Child("Job");
  const XmlElement* const tasks = job == nullptr ? nullptr : job->Child("Tasks");
  if (tasks == nullptr || tasks->children.size() != 1) {
    return XmlError(400, "InvalidParameter", "an instance has a job of one task");
  }
  const XmlElement& task = tasks->children.front();
  if (task.name != "SQL") {
    return XmlError(400, "InvalidParameter",
                    "a task " + std::string(task.name) + " is not offered");
  }
  instances::Submission submission;
  submission.user = call.user;
  submission.task = TextOf(task, "Name");
  submission.query = TextOf(task, "Query");
  submission.settings = SettingsOf(task);
  submission.source = JobText(*body);
  const Status placed = PlaceSubmission(call, service, &submission);
  if (!placed.ok()) return XmlErrorOf(placed.error());
  submission.unique_id = TextOf(*job, "UniqueIdentifierID");
  submission.priority = PriorityOf(*job);
  const Result<InstancePtr> submitted = service.instances.Submit(std::move(submission));
  if (!submitted.ok()) return Refused(submitted.error());
  const InstancePtr& instance = *submitted;
  return {
      201,
      "application/xml",
      "",
      {{"Location", service.Url() + "/projects/" + call.path[1] + "/instances/" + instance->id()}}};
}

std::string TasksOf(const instances::Instance& instance, const std::string& more) {
  const instances::Instance::Status status = instance.status();
  const std::string task = Element("Name", instance.submission().task) +
                           Element("StartTime", HttpDate(status.started_ms)) +
                           Element("EndTime", HttpDate(status.ended_ms)) +
                           Element("Status", StateText(status.state)) + more;
  return Nested("Tasks", "<Task Type=\"" + instance.submission().kind + "\">" + task + "</Task>");
}

Answer Told(const instances::Instance& instance, const std::string& more) {
  const instances::Instance::Status status = instance.status();
  std::vector<std::pair<std::string, std::string>> headers = {
      {"x-odps-owner", "owner"}, {"x-odps-start-time", HttpDate(status.started_ms)}};
  // Older SDKs for Java fail where the header is missing; an empty one says that it has not ended.
  headers.emplace_back("x-odps-end-time", status.ended() ? HttpDate(status.ended_ms) : "");
  return {200, "application/xml",
          Nested("Instance", Element("Status", status.ended() ? "Terminated" : "Running") + more),
          headers};
}

Answer GetInstance(const Call& call, Service& service) {
  const InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return Told(*instance, "");
}

Answer GetTaskStatus(const Call& call, Service& service) {
  const InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return Told(*instance, TasksOf(*instance, "<Histories/>"));
}

Answer GetResult(const Call& call, Service& service) {
  const InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  const auto result = instance->result();
  if (result != nullptr && result->has_rows && result->expired) {
    return XmlError(400, "StatusConflict", "The result of " + instance->id() + " has expired");
  }
  return Told(*instance, TasksOf(*instance, ResultXml(*instance)));
}

Answer GetSource(const Call& call, Service& service) {
  const InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return {200, "application/xml", instance->submission().source};
}

Answer NotOffered(const Call& call, Service& /*service*/) {
  return XmlError(405, "MethodNotAllowed",
                  "this question about an instance is not offered: " + Join(call.path, "/"));
}

Answer StopInstance(const Call& call, Service& service) {
  if (FindInstance(call.path[3], call.user, service) == nullptr) return NoInstance(call.path[3]);
  if (!service.instances.Cancel(call.path[3])) {
    return XmlError(400, "InvalidStateSetting", "the instance has ended already");
  }
  return {200, "application/xml", ""};
}

constexpr std::array kInstanceRoutes = {
    Route{"POST", "/projects/{}/instances", "", SubmitInstance, BodyKind::kStatements},
    Route{"GET", "/projects/{}/instances/{}", "taskstatus", GetTaskStatus},
    Route{"GET", "/projects/{}/instances/{}", "result", GetResult},
    Route{"GET", "/projects/{}/instances/{}", "source", GetSource},
    // Questions of clients that have an answer of their own form, which is not offered yet.
    Route{"GET", "/projects/{}/instances/{}", "instanceprogress", NotOffered},
    Route{"GET", "/projects/{}/instances/{}", "instancesummary", NotOffered},
    Route{"GET", "/projects/{}/instances/{}", "summary", NotOffered},
    Route{"GET", "/projects/{}/instances/{}", "instancedetail", NotOffered},
    Route{"GET", "/projects/{}/instances/{}", "", GetInstance},
    Route{"PUT", "/projects/{}/instances/{}", "", StopInstance},
};

}  // namespace

instances::InstancePtr FindInstance(const std::string& id, const std::string& user,
                                    const Service& service) {
  InstancePtr instance = service.instances.Find(id);
  const bool own = instance != nullptr && (user.empty() || instance->submission().user == user);
  return own ? instance : nullptr;
}

std::span<const Route> InstanceRoutes() { return kInstanceRoutes; }

}  // namespace paisql::rest
