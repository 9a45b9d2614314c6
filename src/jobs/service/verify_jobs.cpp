#include "jobs/service/verify_jobs.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <set>
#include <string>

#include "base/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_row.h"
#include "jobs/service/job_service.h"

namespace paisql::jobs {

namespace {

// A job that is being submitted has a directory before it has a row.
constexpr int64_t kSubmitSeconds = 600;

using store::Finding;
using store::Severity;

class JobCheck {
 public:
  JobCheck(store::Catalog& catalog, const store::VerifyOptions& options)
      : catalog_(catalog), home_(catalog.home()), options_(options), jobs_(catalog, {}) {}

  Status Run() {
    // The directories first: one that comes later does not concern this check.
    PAISQL_ASSIGN(const std::vector<std::string> directories, ListFolder(home_.JobsPath()));
    std::set<std::string> rows;
    PAISQL_ASSIGN(const std::vector<store::Project> projects, catalog_.ListProjects());
    for (const store::Project& project : projects) {
      PAISQL_ASSIGN(const std::vector<store::Job> jobs, catalog_.ListJobs(project.name, {}));
      for (const store::Job& job : jobs) {
        rows.insert(job.id);
        if (job.kind == "pai") PAISQL_TRY(CheckRow(job));
      }
    }
    for (const std::string& name : directories) {
      if (!rows.contains(name)) PAISQL_TRY(CheckStray(name));
    }
    return Status::Ok();
  }

 private:
  Status CheckRow(const store::Job& job) {
    const std::string directory = home_.JobPath(job.id);
    struct stat status {};
    const bool there = stat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    if (HasEnded(job.state)) {
      if (there) return Status::Ok();
      options_.report({Severity::kNote, "job-without-directory", job.id, "jobs/" + job.id,
                       "the job has ended; its logs and its script are gone"});
      return Status::Ok();
    }
    const std::string lease = ReadJobLease(directory);
    const bool supervised = lease.empty() ? IsAlive(SupervisorOf(job)) : IsLeaseHeld(home_, lease);
    if (supervised) return Status::Ok();
    // A supervisor tells the end of its job before it lets go.
    PAISQL_ASSIGN(const std::optional<store::Job> now, catalog_.FindJob(job.id));
    if (!now.has_value() || HasEnded(now->state)) return Status::Ok();
    Finding finding{Severity::kWarning, "dead-job", job.id, "jobs/" + job.id,
                    "the job is " + std::string(store::JobStateText(job.state)) +
                        " as its row says, but its supervisor is gone; STATUS or --repair tells "
                        "the catalog, RERUN runs it again"};
    if (options_.repair) {
      PAISQL_ASSIGN(const store::Job ended, jobs_.Find(job.id));
      finding.repair = "the row says " + std::string(store::JobStateText(ended.state)) + " now";
    }
    options_.report(finding);
    return Status::Ok();
  }

  Status CheckStray(const std::string& name) {
    const std::string directory = home_.JobPath(name);
    struct stat status {};
    if (lstat(directory.c_str(), &status) != 0) return Status::Ok();
    const std::string lease = ReadJobLease(directory);
    if (lease.empty() ? std::time(nullptr) - status.st_mtime < kSubmitSeconds
                      : IsLeaseHeld(home_, lease)) {
      return Status::Ok();
    }
    PAISQL_ASSIGN(const std::optional<store::Job> now, catalog_.FindJob(name));
    if (now.has_value()) return Status::Ok();
    Finding finding{
        Severity::kWarning, "stray-job-directory", name, "jobs/" + name,
        "no job has this directory: a process died while it made one; --repair moves it "
        "to damaged/jobs"};
    if (options_.repair) {
      const std::string folder = home_.path() + "/damaged/jobs";
      PAISQL_TRY(MakeFolders(folder));
      if (std::rename(directory.c_str(), (folder + "/" + name).c_str()) != 0) {
        return FileError("move to damaged/jobs", directory, errno);
      }
      finding.repair = "moved to damaged/jobs/" + name;
    }
    options_.report(finding);
    return Status::Ok();
  }

  store::Catalog& catalog_;
  const store::Home& home_;
  const store::VerifyOptions& options_;
  JobService jobs_;
};

}  // namespace

Status VerifyJobs(store::Catalog& catalog, const store::VerifyOptions& options) {
  return JobCheck(catalog, options).Run();
}

}  // namespace paisql::jobs
