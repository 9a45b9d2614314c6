#include "training/log_follower.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "training/job_progress.h"
#include "training/process_log.h"

namespace paisql::training {

namespace {

constexpr size_t kReadBytes = 64 * 1024;
// Where the kernel has no watches left, the log is looked at this often.
constexpr int kFallbackMs = 200;
// For a reader that is slower than the script: the log keeps no more than its bound.
constexpr std::string_view kLeftOut = "\npaisql: a part of the output was not kept\n";

// Reads what has been appended since the last call, from one file of the log to the next.
class LogReader {
 public:
  explicit LogReader(const std::string& path) : path_(path) {}

  Status Drain(JobObserver& observer, const std::stop_token& stop) {
    if (!file_.open()) Begin();
    if (!file_.open()) return errno == ENOENT ? Status::Ok() : FileError("read", path_, errno);
    while (!stop.stop_requested()) {
      PAISQL_TRY(ReadToEnd(observer, stop));
      const Descriptor current = Open(path_);
      if (!current.open() || SameFile(file_, current)) break;
      // Nothing is appended to a part that is complete, so now it is read to its true end.
      PAISQL_TRY(ReadToEnd(observer, stop));
      const int64_t expected = part_ + 1;
      Begin();
      if (!file_.open()) return FileError("read", path_, errno);
      if (part_ > expected) observer.OnOutput(kLeftOut);
    }
    return Status::Ok();
  }

 private:
  static Descriptor Open(const std::string& path) {
    return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }

  static bool SameFile(const Descriptor& left, const Descriptor& right) {
    struct stat one;
    struct stat other;
    return left.open() && right.open() && fstat(left.get(), &one) == 0 &&
           fstat(right.get(), &other) == 0 && one.st_ino == other.st_ino;
  }

  // Opens the oldest part behind part_ that is there.
  void Begin() {
    while (true) {
      const OlderPart older = FindOlderPart(path_);
      const bool wanted = older.number > part_;
      Descriptor file = Open(wanted ? older.path : path_);
      // Between the two looks a part may have become complete; then another look decides.
      if (file.open() && (wanted || FindOlderPart(path_).number == older.number)) {
        file_ = std::move(file);
        part_ = wanted ? older.number : older.number + 1;
        return;
      }
      if (!file.open() && !wanted) return;
    }
  }

  Status ReadToEnd(JobObserver& observer, const std::stop_token& stop) {
    std::array<char, kReadBytes> buffer{};
    while (!stop.stop_requested()) {
      const ssize_t count = read(file_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return FileError("read", path_, errno);
      if (count == 0) break;
      observer.OnOutput({buffer.data(), static_cast<size_t>(count)});
    }
    return Status::Ok();
  }

  std::string path_;
  int64_t part_ = 0;  // of file_, counted from 1
  Descriptor file_;
};

// Tells of processes.json when it has changed.
class ProgressReader {
 public:
  explicit ProgressReader(const JobPlaces& places) : places_(places) {}

  void Look(JobObserver& observer) {
    struct stat found;
    if (stat(places_.ProcessesFile().c_str(), &found) != 0) return;
    const bool same = found.st_ino == seen_.st_ino &&
                      found.st_mtim.tv_sec == seen_.st_mtim.tv_sec &&
                      found.st_mtim.tv_nsec == seen_.st_mtim.tv_nsec;
    if (same) return;
    seen_ = found;
    if (const auto progress = ReadProgress(places_)) observer.OnProgress(*progress);
  }

 private:
  const JobPlaces& places_;
  struct stat seen_ = {};
};

void Discard(const Descriptor& events) {
  std::array<char, 4096> buffer{};
  while (read(events.get(), buffer.data(), buffer.size()) > 0) {
  }
}

}  // namespace

Result<bool> FollowLog(const JobPlaces& places, const ProcessIdentity& supervisor,
                       JobObserver& observer, std::stop_token stop) {
  const Descriptor wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const std::stop_callback on_stop(stop, [&wake] {
    const uint64_t one = 1;
    (void)!write(wake.get(), &one, sizeof one);
  });
  // Folders are watched, because the log itself may not be there yet, and because processes.json is
  // another file after each change.
  const Descriptor changes(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  const bool watching =
      changes.open() && wake.open() &&
      inotify_add_watch(changes.get(), places.LogFolder().c_str(), IN_MODIFY | IN_CREATE) >= 0 &&
      inotify_add_watch(changes.get(), places.directory.c_str(), IN_MOVED_TO) >= 0;

  LogReader reader(places.ChiefLog());
  ProgressReader progress(places);
  const Descriptor ended = WatchProcess(supervisor);
  while (!stop.stop_requested()) {
    // Looked at before the log is read, so that nothing written before the end is missed.
    const bool over = !IsAlive(supervisor);
    PAISQL_TRY(reader.Drain(observer, stop));
    progress.Look(observer);
    if (over) return !stop.stop_requested();
    std::array<pollfd, 3> waits = {
        {{wake.get(), POLLIN, 0}, {changes.get(), POLLIN, 0}, {ended.get(), POLLIN, 0}}};
    const bool complete = watching && ended.open();
    if (poll(waits.data(), waits.size(), complete ? -1 : kFallbackMs) < 0 && errno != EINTR) {
      return FileError("follow", places.directory, errno);
    }
    Discard(changes);
  }
  return false;
}

}  // namespace paisql::training
