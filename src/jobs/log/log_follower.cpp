#include "jobs/log/log_follower.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/system/clock.h"
#include "jobs/job/job_progress_file.h"

namespace paisql::jobs {

namespace {

// Where the kernel has no watches left, the log is looked at this often.
constexpr int64_t kFallbackMs = 200;

int64_t MillisOf(const timespec& time) { return time.tv_sec * 1000 + time.tv_nsec / 1'000'000; }

void Discard(const Descriptor& events) {
  std::array<char, 4096> buffer{};
  while (read(events.get(), buffer.data(), buffer.size()) > 0) {
  }
}

}  // namespace

void LogFollower::LookAtProgress(JobObserver& observer, bool over) {
  struct stat found;
  if (stat(places_.ProcessesFile().c_str(), &found) != 0) return;
  const struct stat& seen = progress_seen_;
  const bool same = found.st_ino == seen.st_ino && found.st_mtim.tv_sec == seen.st_mtim.tv_sec &&
                    found.st_mtim.tv_nsec == seen.st_mtim.tv_nsec;
  if (same) return;
  progress_seen_ = found;
  std::optional<JobProgress> progress = ReadProgress(places_);
  if (!progress.has_value()) return;
  // A follower that comes late finds progress of a while ago; the job has gone on since.
  const bool runs = !over && std::any_of(progress->processes.begin(), progress->processes.end(),
                                         [](const ProcessProgress& process) {
                                           return process.state == "running";
                                         });
  if (runs) progress->elapsed_ms += std::max<int64_t>(0, NowMs() - MillisOf(found.st_mtim));
  observer.OnProgress(*progress);
}

Result<bool> LogFollower::Follow(const ProcessIdentity& supervisor, JobObserver& observer,
                                 std::stop_token stop) {
  const Result<Bell> bell = Bell::Make();
  const std::stop_callback on_stop(stop, [&bell] {
    if (bell.ok()) bell->Ring();
  });
  // Folders are watched, because the log itself may not be there yet, and because processes.json is
  // another file after each change.
  const Descriptor changes(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  const bool watching =
      bell.ok() && changes.open() &&
      inotify_add_watch(changes.get(), places_.LogFolder().c_str(), IN_MODIFY | IN_CREATE) >= 0 &&
      inotify_add_watch(changes.get(), places_.directory.c_str(), IN_MOVED_TO) >= 0;

  const Descriptor ended = WatchProcess(supervisor);
  EventLoop loop;
  const auto watch = [&loop](const Descriptor& one, std::function<void()> ready) {
    return loop.Add(one.get(), EventLoop::Interest::kRead, std::move(ready));
  };
  const EventLoop::Watch on_bell =
      loop.Add(bell.ok() ? bell->descriptor() : -1, EventLoop::Interest::kRead, {});
  const EventLoop::Watch on_changes = watch(changes, [&changes] { Discard(changes); });
  const EventLoop::Watch on_end = watch(ended, {});
  while (!stop.stop_requested()) {
    // Looked at before the log is read, so that nothing written before the end is missed.
    const bool over = !IsAlive(supervisor);
    // The job is worth more than its log: what cannot be shown does not make it a failure.
    const Status drained = log_.Drain(observer, stop);
    if (!drained.ok() && !log_failed_) {
      observer.OnOutput("paisql: " + drained.error().detail + "; the job goes on\n");
      log_failed_ = true;
    }
    LookAtProgress(observer, over);
    if (over) return !stop.stop_requested();
    const bool complete = watching && ended.open();
    PAISQL_TRY(loop.Turn(complete ? kNever : SteadyMs() + kFallbackMs));
  }
  return false;
}

}  // namespace paisql::jobs
