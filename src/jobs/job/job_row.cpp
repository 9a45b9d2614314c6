#include "jobs/job/job_row.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "base/system/clock.h"

namespace paisql::jobs {

void PauseForStart() {
  constexpr int64_t kStartingMs = 100;
  AwaitReadable(-1, SteadyMs() + kStartingMs);
}

bool IsLeaseHeld(const store::Home& home, const std::string& lease) {
  if (lease.empty() || lease.find('/') != std::string::npos) return false;
  const std::string path = home.LeasesPath() + "/" + lease;
  // Without waiting for the other end where the path is a pipe.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  // A lease that cannot be looked at, for want of descriptors or of permission, may well be held.
  if (!file.open()) return errno != ENOENT;
  // Shared, so that two that look at the same time do not take each other for the holder.
  return flock(file.get(), LOCK_SH | LOCK_NB) != 0;
}

ProcessIdentity SupervisorOf(const store::Job& job) {
  return {job.supervisor_pid, job.supervisor_start, job.boot_id};
}

}  // namespace paisql::jobs
