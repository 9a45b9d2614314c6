#include "session/jobs/job_news.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/display/amounts.h"
#include "base/secrets/redact.h"
#include "jobs/spec/job_outcome.h"
#include "jobs/spec/job_progress.h"
#include "session/display/layout.h"
#include "session/state.h"

namespace paisql::session {

namespace {

constexpr size_t kNameWidth = 30;
constexpr size_t kMessageWidth = 120;

std::string Named(const store::Job& job) {
  return "job " + job.id + (job.name.empty() ? "" : " (" + OneLine(job.name, kNameWidth) + ")");
}

std::string RunTime(const store::Job& job) {
  if (job.started_ms == 0) return "";
  return " after " + DurationText(job.ended_ms - job.started_ms);
}

std::string Results(const store::Job& job) {
  std::string text;
  if (job.steps.has_value()) text += fmt::format("step {}", *job.steps);
  if (job.loss.has_value()) {
    text += fmt::format("{}loss {:.4g}{}", text.empty() ? "" : "  ", *job.loss,
                        jobs::LossStepText(job.loss_step, job.steps));
  }
  return text.empty() ? "" : ": " + text;
}

}  // namespace

std::string EndedLine(const store::Job& job) {
  switch (job.state) {
    case store::JobState::kSucceeded:
      return Named(job) + " has finished" + RunTime(job) + Results(job);
    case store::JobState::kKilled:
      return Named(job) + " has been killed" + RunTime(job);
    default:
      return Named(job) + " has failed" + RunTime(job) + ": " +
             OneLine(Redact(job.message), kMessageWidth);
  }
}

std::string RunningLine(const std::vector<store::Job>& jobs) {
  if (jobs.empty()) return "";
  const bool one = jobs.size() == 1;
  const std::string cure = "; WAIT; follows " + std::string(one ? "it" : "the newest");
  if (one) {
    const bool waits = jobs.front().state == store::JobState::kWaiting;
    return Named(jobs.front()) + (waits ? " is waiting" : " is running") + cure;
  }
  return fmt::format("{} jobs are running, the newest is {}", jobs.size(), Named(jobs.front())) +
         cure;
}

std::vector<std::string> JobNews::Take(State& state) {
  std::vector<std::string> lines;
  // A catalog that cannot be read fails the statements that need it; here it is ignored.
  if (!begun_) {
    begun_ = true;
    const Result<std::vector<store::Job>> active = state.catalog().ListActiveJobs();
    if (!active.ok() || active->empty()) return lines;
    std::vector<store::Job> running;
    for (const store::Job& job : *active) {
      // Notices those whose supervisor has died.
      const Result<store::Job> found = state.Jobs().Find(job.id);
      if (!found.ok()) continue;
      if (jobs::HasEnded(found->state)) {
        lines.push_back(EndedLine(*found));
      } else {
        running.push_back(*found);
        running_.insert(job.id);
      }
    }
    if (!running.empty()) lines.push_back(RunningLine(running));
    return lines;
  }
  for (auto id = running_.begin(); id != running_.end();) {
    const Result<store::Job> job = state.Jobs().Find(*id);
    const bool over = !job.ok() || jobs::HasEnded(job->state);
    if (job.ok() && over) lines.push_back(EndedLine(*job));
    id = over ? running_.erase(id) : std::next(id);
  }
  return lines;
}

}  // namespace paisql::session
