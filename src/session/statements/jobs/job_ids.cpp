#include "session/statements/jobs/job_ids.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/jobs/instances.h"

namespace paisql::session {

namespace {

constexpr int64_t kMostMatches = 1000;
constexpr size_t kShownCandidates = 5;
constexpr size_t kCandidateWidth = 30;

Result<std::string> NewestJob(Run& run) {
  store::JobFilter filter;
  filter.pai_only = true;
  filter.limit = 1;
  PAISQL_ASSIGN(const std::vector<store::Job> jobs,
                run.state.catalog().ListJobs(run.state.project, filter));
  if (!jobs.empty()) return jobs.front().id;
  return Error{ErrorCode::kJobNotFound,
               "project " + run.state.project + " has no job yet",
               {},
               "PAI starts one; the jobs of other projects are named by their ids"};
}

// Chooses among the jobs of one name, newest first: one of this project before others, one that has
// not ended before those that have.
const store::Job& Foremost(const std::vector<const store::Job*>& named,
                           const std::string& project) {
  const auto rank = [&](const store::Job* job) {
    return std::pair(job->project != project, jobs::HasEnded(job->state));
  };
  return **std::min_element(
      named.begin(), named.end(),
      [&](const store::Job* left, const store::Job* right) { return rank(left) < rank(right); });
}

Error Ambiguous(const std::string& text, const std::vector<store::Job>& jobs,
                const SourceRange& range) {
  std::vector<std::string> candidates;
  for (const store::Job& job : jobs) {
    if (candidates.size() == kShownCandidates) {
      candidates.push_back(fmt::format("{} more", jobs.size() - kShownCandidates));
      break;
    }
    const std::string name =
        job.name.empty() ? "" : " (" + OneLine(job.name, kCandidateWidth) + ")";
    candidates.push_back(job.id + name);
  }
  return Error{
      ErrorCode::kInvalidCommand,
      fmt::format("{} means any of {} jobs: {}", text, jobs.size(), Join(candidates, ", ")), range,
      "give more of the id"};
}

}  // namespace

Result<std::string> FindJobId(const std::string& text, const SourceRange& range, Run& run) {
  std::string id = text;
  if (text.empty()) {
    PAISQL_ASSIGN(id, NewestJob(run));
  } else {
    store::Catalog& catalog = run.state.catalog();
    PAISQL_ASSIGN_AT(range, const std::optional<store::Job> exact, catalog.FindJob(text));
    if (exact.has_value()) return text;
    PAISQL_ASSIGN_AT(range, const std::vector<store::Job> jobs,
                     catalog.ListJobsLike(text, kMostMatches));
    std::vector<const store::Job*> named;
    for (const store::Job& job : jobs) {
      if (EqualsIgnoreCase(job.name, text)) named.push_back(&job);
    }
    if (jobs.empty()) {
      PAISQL_ASSIGN_AT(range, const std::string of_server, FindServersId(text, run));
      // A user who looks for it by this id gets the near ones.
      if (of_server.empty() || of_server == text) return text;
      if (!run.state.checking()) run.out.Message("job " + of_server);
      return of_server;
    }
    if (named.empty() && jobs.size() > 1) return Ambiguous(text, jobs, range);
    id = named.empty() ? jobs.front().id : Foremost(named, run.state.project).id;
  }
  if (!run.state.checking()) run.out.Message("job " + id);
  return id;
}

}  // namespace paisql::session
