#include "training/log_follower.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

namespace paisql::training {

namespace {

constexpr size_t kReadBytes = 64 * 1024;
// Where the kernel has no watches left, the log is looked at this often.
constexpr int kFallbackMs = 200;

// Reads what has been appended since the last call.
class LogReader {
 public:
  explicit LogReader(const std::string& path) : path_(path) {}

  Status Drain(const std::function<void(std::string_view)>& on_output,
               const std::stop_token& stop) {
    if (!file_.open()) file_ = Descriptor(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file_.open()) return errno == ENOENT ? Status::Ok() : FileError("read", path_, errno);
    std::array<char, kReadBytes> buffer{};
    while (!stop.stop_requested()) {
      const ssize_t count = read(file_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return FileError("read", path_, errno);
      if (count == 0) break;
      on_output({buffer.data(), static_cast<size_t>(count)});
    }
    return Status::Ok();
  }

 private:
  std::string path_;
  Descriptor file_;
};

void Discard(const Descriptor& events) {
  std::array<char, 4096> buffer{};
  while (read(events.get(), buffer.data(), buffer.size()) > 0) {
  }
}

}  // namespace

Result<bool> FollowLog(const std::string& path, const ProcessIdentity& supervisor,
                       const std::function<void(std::string_view)>& on_output,
                       std::stop_token stop) {
  const Descriptor wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const std::stop_callback on_stop(stop, [&wake] {
    const uint64_t one = 1;
    (void)!write(wake.get(), &one, sizeof one);
  });
  // The folder is watched, because the log itself may not be there yet.
  const Descriptor changes(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  const std::string folder = std::filesystem::path(path).parent_path();
  const bool watching =
      changes.open() && wake.open() &&
      inotify_add_watch(changes.get(), folder.c_str(), IN_MODIFY | IN_CREATE) >= 0;

  LogReader reader(path);
  const Descriptor ended = WatchProcess(supervisor);
  while (!stop.stop_requested()) {
    // Looked at before the log is read, so that nothing written before the end is missed.
    const bool over = !IsAlive(supervisor);
    PAISQL_TRY(reader.Drain(on_output, stop));
    if (over) return !stop.stop_requested();
    std::array<pollfd, 3> waits = {
        {{wake.get(), POLLIN, 0}, {changes.get(), POLLIN, 0}, {ended.get(), POLLIN, 0}}};
    const bool complete = watching && ended.open();
    if (poll(waits.data(), waits.size(), complete ? -1 : kFallbackMs) < 0 && errno != EINTR) {
      return FileError("follow", path, errno);
    }
    Discard(changes);
  }
  return false;
}

}  // namespace paisql::training
