#include "jobs/log/log_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files/files.h"
#include "jobs/log/process_log.h"

namespace paisql::jobs {

namespace {

constexpr size_t kReadBytes = 64 * 1024;
// For a reader that is slower than the script: the log keeps no more than its bound.
constexpr std::string_view kLeftOut = "\npaisql: a part of the output was not kept\n";

Descriptor Open(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

}  // namespace

Status LogReader::Drain(JobObserver& observer, const std::stop_token& stop) {
  if (!file_.open()) Begin();
  if (!file_.open()) return errno == ENOENT ? Status::Ok() : FileError("read", path_, errno);
  while (true) {
    PAISQL_TRY(ReadToEnd(observer, stop));
    const Descriptor current = Open(path_);
    if (!current.open() || SameFile(file_.get(), current.get())) return Status::Ok();
    // Nothing is appended to a part that is complete, so now it is read to its true end.
    PAISQL_TRY(ReadToEnd(observer, stop));
    // A reader that was stopped has not seen that end.
    if (stop.stop_requested()) return Status::Ok();
    const int64_t expected = part_ + 1;
    Begin();
    if (!file_.open()) return FileError("read", path_, errno);
    if (part_ > expected) observer.OnOutput(kLeftOut);
  }
}

// Opens the oldest part after part_ that is there.
void LogReader::Begin() {
  std::string tried;
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
    // Only a part that has just gone is worth another look.
    if (!file.open() && (!wanted || errno != ENOENT || older.path == tried)) return;
    tried = older.path;
  }
}

Status LogReader::ReadToEnd(JobObserver& observer, const std::stop_token& stop) {
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

}  // namespace paisql::jobs
