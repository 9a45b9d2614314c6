#include "rest/instances/answers.h"

#include "base/text.h"
#include "instances/without_secrets.h"
#include "rest/named.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

using instances::Instance;
using instances::InstancePtr;
using instances::TaskState;

constexpr std::string_view kMaxQaSuffix = "_mcqa";

// Whether a grant on the instance allows it, or the user owns the project.
bool IsGranted(const std::string& user, Service& service, const Instance& instance,
               std::string_view action) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return false;
  const std::string project = store::ProjectOfPlace(instance.submission().project);
  session::Permissions permissions(**catalog, user);
  return permissions
      .Require({.type = "instance",
                .project = project,
                .object = instance.id(),
                .action = action,
                .owner = instance.submission().user},
               project)
      .ok();
}

bool Allows(const std::string& user, Service& service, const Instance& instance,
            std::string_view action) {
  return user.empty() || instance.submission().user == user ||
         IsGranted(user, service, instance, action);
}

}  // namespace

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

std::string_view StatusText(const Instance::Status& status) {
  return status.ended() ? "Terminated" : "Running";
}

std::string TasksXml(const Instance& instance, const std::string& more, std::string_view name) {
  const Instance::Status status = instance.status();
  std::string task = Element("Name", name.empty() ? instance.submission().task : name) +
                     Element("StartTime", HttpDate(status.started_ms));
  if (status.ended()) task += Element("EndTime", HttpDate(status.ended_ms));
  task += Element("Status", StateText(status.state)) + more;
  return Nested(
      "Tasks", "<Task Type=\"" + EscapedXml(instance.submission().kind) + "\">" + task + "</Task>");
}

std::string OwnerOf(const Instance& instance, Service& service) {
  const std::string& user = instance.submission().user;
  if (!user.empty()) return user;
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return "";
  const auto project =
      (*catalog)->FindProject(store::ProjectOfPlace(instance.submission().project));
  return project.ok() && project->has_value() ? (*project)->owner : "";
}

std::string SourceFor(const Call& call, const Instance& instance) {
  const instances::Submission& asked = instance.submission();
  const bool is_own = call.user == asked.user && call.allowed == nullptr;
  return is_own ? asked.source : instances::SourceWithoutSecrets(asked.source);
}

Answer JsonAnswer(std::string body) { return {200, "application/json", std::move(body)}; }

Answer TextAnswer(std::string body) { return {200, "text/plain; charset=utf-8", std::move(body)}; }

Answer NoInstance(const std::string& id) {
  return XmlError(404, "NoSuchObject", "The instance " + id + " is not found");
}

bool MayUse(const Call& call, Service& service, const Instance& instance, std::string_view action) {
  return Allows(call.user, service, instance, action);
}

bool SeesAllInstances(const Call& call, Service& service) {
  if (call.user.empty()) return true;
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return false;
  session::Permissions permissions(**catalog, call.user);
  return permissions.RequireRank(access::Rank::kAdministrator, call.path[1], "list instances", {})
      .ok();
}

void AddQueryCookie(const Instance& instance, Answer& answer) {
  if (IsMaxQa(instance)) answer.headers.emplace_back("x-odps-mcqa-query-cookie", instance.id());
}

bool IsMaxQa(const Instance& instance) { return instance.id().ends_with(kMaxQaSuffix); }

InstancePtr FindInstance(const std::string& id, const std::string& user, Service& service) {
  InstancePtr instance = service.instances.Find(id);
  if (instance == nullptr || !Allows(user, service, *instance, "Read")) return nullptr;
  return instance;
}

Answer TellOf(const Call& call, Service& service, Tell tell) {
  const std::string& id = call.path[3];
  const InstancePtr instance = FindInstance(id, call.user, service);
  if (instance == nullptr ||
      !EqualsIgnoreCase(store::ProjectOfPlace(instance->submission().project), call.path[1])) {
    return NoInstance(id);
  }
  const std::string task = call.Get("taskname");
  if (!task.empty() && task != instance->submission().task) {
    return XmlError(404, "NoSuchObject", "The instance " + id + " has no task " + task);
  }
  return tell(call, service, instance);
}

}  // namespace paisql::rest
