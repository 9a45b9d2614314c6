#include "session/statements/jobs/instances.h"

#include <algorithm>
#include <functional>

#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "jobs/job/job_row.h"
#include "jobs/service/server_instances.h"

namespace paisql::session {

namespace {

// Who owns what has no user.
Result<std::string> OwnerOf(const std::string& project, Run& run) {
  PAISQL_ASSIGN(const std::optional<store::Project> found,
                run.state.catalog().FindProject(project));
  return found.has_value() ? found->owner : "";
}

}  // namespace

Result<std::optional<store::Job>> LookForInstance(const std::string& id, Run& run) {
  PAISQL_ASSIGN(std::optional<store::Job> job, run.state.catalog().FindJob(id));
  if (job.has_value()) return job;
  PAISQL_ASSIGN(job, jobs::ServerInstances(run.state.home()).Find(id, ""));
  if (job.has_value() && job->owner.empty()) {
    PAISQL_ASSIGN(job->owner, OwnerOf(job->project, run));
  }
  return job;
}

Result<store::Job> FindInstance(const std::string& id, Run& run) {
  PAISQL_ASSIGN(const std::optional<store::Job> job, LookForInstance(id, run));
  if (job.has_value() && job->kind == jobs::kOfServer) return *job;
  return run.state.Jobs().Find(id);
}

Result<std::vector<store::Job>> ListInstances(const std::string& project, int64_t limit, Run& run) {
  store::JobFilter filter;
  filter.limit = limit;
  PAISQL_ASSIGN(std::vector<store::Job> jobs, run.state.Jobs().List(project, filter));
  PAISQL_ASSIGN(const std::string owner, OwnerOf(project, run));
  PAISQL_ASSIGN(const std::vector<store::Job> of_servers,
                jobs::ServerInstances(run.state.home()).List(project, owner, limit));
  const bool limited = run.state.permissions().limited();
  for (const store::Job& job : of_servers) {
    if (!limited || job.owner == run.state.options().user) jobs.push_back(job);
  }
  std::ranges::stable_sort(jobs, std::greater(), &store::Job::created_ms);
  if (std::ssize(jobs) > limit) jobs.resize(static_cast<size_t>(limit));
  return jobs;
}

Result<std::string> FindServersId(const std::string& text, Run& run) {
  PAISQL_ASSIGN(const std::vector<std::string> ids,
                jobs::ServerInstances(run.state.home()).IdsLike(text, 2));
  return ids.size() == 1 ? ids.front() : "";
}

// Its server ends what runs within seconds, unless it cannot be interrupted.
Status KillOfServer(const store::Job& job, Run& run) {
  constexpr int64_t kLongestMs = 10000;
  if (jobs::HasEnded(job.state)) {
    return Error{ErrorCode::kInvalidCommand, "job " + job.id + " has already ended", {}, ""};
  }
  jobs::ServerInstances servers(run.state.home());
  PAISQL_TRY(servers.AskToStop(job.id));
  const int64_t end_ms = SteadyMs() + kLongestMs;
  while (SteadyMs() < end_ms) {
    PAISQL_TRY(run.state.CheckInterrupted());
    PAISQL_ASSIGN(const std::optional<store::Job> now, servers.Find(job.id, ""));
    if (!now.has_value() || jobs::HasEnded(now->state)) return Status::Ok();
    jobs::PauseForStart();
  }
  return Error{ErrorCode::kEnvironment,
               "the server has not ended " + job.id + " yet",
               {},
               "STATUS " + job.id + "; tells whether it has"};
}

// It has no output to follow.
Status WaitForServer(store::Job job, const SourceRange& range, Run& run) {
  while (!jobs::HasEnded(job.state)) {
    PAISQL_TRY(run.state.CheckInterrupted());
    jobs::PauseForStart();
    PAISQL_ASSIGN_AT(range, job, FindInstance(job.id, run));
  }
  if (job.state == store::JobState::kSucceeded) {
    run.out.Done();
    return Status::Ok();
  }
  if (job.state == store::JobState::kKilled) {
    return Error{ErrorCode::kJobKilled, "job " + job.id + " has been killed", range, ""};
  }
  return Error{ErrorCode::kJobFailed, Redact(job.message), range, ""};
}

}  // namespace paisql::session
