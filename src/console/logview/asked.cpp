#include "console/logview/asked.h"

#include <fmt/core.h>

#include <utility>

#include "base/text.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::console {

namespace {

Error NoSuchInstance(const std::string& id) {
  return Error{ErrorCode::kJobNotFound,
               fmt::format("the instance {} does not exist", id),
               {},
               "the list of instances shows those of the project"};
}

Status MayUse(const rest::Call& call, store::Catalog& catalog, const Asked& asked,
              std::string_view action) {
  session::Permissions permissions(catalog, call.user, call.allowed);
  if (!permissions.limited()) return Status::Ok();
  const std::string project = asked.project();
  const std::string owner =
      asked.instance != nullptr ? asked.instance->submission().user : asked.job->owner;
  if (!permissions.by_token() && !owner.empty() && EqualsIgnoreCase(owner, call.user)) {
    return Status::Ok();
  }
  return permissions.Require({.type = "instance",
                              .project = project,
                              .object = asked.id(),
                              .action = action,
                              .owner = owner},
                             project);
}

}  // namespace

Result<Jobs> Jobs::Open(Console& console) {
  Jobs jobs;
  PAISQL_ASSIGN(jobs.catalog, console.service.catalogs.Borrow());
  jobs.service = std::make_unique<jobs::JobService>(
      *jobs.catalog, console.service.context->options().installation);
  return jobs;
}

std::string Asked::project() const {
  return instance != nullptr ? store::ProjectOfPlace(instance->submission().project) : job->project;
}

std::string Asked::Directory() const { return jobs.catalog->home().JobPath(job->id); }

Result<Asked> FindAsked(const std::string& id, const rest::Call& call, Console& console,
                        std::string_view action) {
  Asked asked;
  PAISQL_ASSIGN(asked.jobs, Jobs::Open(console));
  asked.instance = console.service.instances.Find(id);
  if (asked.instance == nullptr) {
    PAISQL_ASSIGN(asked.job, asked.jobs.catalog->FindJob(id));
    if (!asked.job.has_value()) return NoSuchInstance(id);
  }
  PAISQL_TRY(MayUse(call, *asked.jobs.catalog, asked, action));
  // Notices a supervisor that has died.
  if (asked.job.has_value()) {
    PAISQL_ASSIGN(asked.job, asked.jobs.service->Find(id));
  }
  return asked;
}

Result<Asked> FindAsked(const rest::Call& call, Console& console, std::string_view action) {
  return FindAsked(call.path[kInstancePart], call, console, action);
}

bool SeesOthers(const rest::Call& call, const std::string& project, store::Catalog& catalog) {
  session::Permissions permissions(catalog, call.user, call.allowed);
  if (!permissions.limited()) return true;
  return permissions
      .RequireRank(access::Rank::kAdministrator, project, "list instances of others", {})
      .ok();
}

std::string_view StateWord(store::JobState state) {
  using store::JobState;
  switch (state) {
    case JobState::kWaiting:
      return "waiting";
    case JobState::kRunning:
      return "running";
    case JobState::kSucceeded:
      return "success";
    case JobState::kFailed:
      return "failed";
    case JobState::kKilled:
      return "cancelled";
  }
  return "";
}

}  // namespace paisql::console
