#include "jobs/service/old_jobs.h"

#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::jobs {
namespace {

// A job that is submitted waits for this.
constexpr int64_t kMostAtOnce = 20;
constexpr int64_t kMillisecondsOfDay = int64_t{24} * 60 * 60 * 1000;

}  // namespace

int64_t RemoveOldJobFolders(store::Catalog& catalog, const JobRetention& retention) {
  if (retention.folders == 0) return 0;
  // Ids begin with the time, so the oldest come first.
  const Result<std::vector<std::string>> names = ListFolder(catalog.home().JobsPath());
  if (!names.ok()) return 0;
  const auto count = static_cast<int64_t>(names->size());
  const int64_t ended_before = NowMs() - retention.days * kMillisecondsOfDay;
  int64_t removed = 0;
  for (int64_t i = 0; i < count - retention.folders && removed < kMostAtOnce; ++i) {
    const std::string& id = (*names)[static_cast<size_t>(i)];
    const auto job = catalog.FindJob(id);
    // A folder without a row is left to `paisql verify`.
    if (!job.ok() || !job->has_value()) continue;
    if (!HasEnded((*job)->state) || (*job)->ended_ms > ended_before) continue;
    if (RemoveTree(catalog.home().JobPath(id)).ok()) ++removed;
  }
  return removed;
}

}  // namespace paisql::jobs
