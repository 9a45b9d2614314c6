#include "jobs/log/process_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/whole_number.h"
#include "jobs/files/files.h"

namespace paisql::jobs {

namespace {

// The bytes kept for a disk that is full: enough for a traceback.
constexpr size_t kWaitingBytes = 64 * 1024;

int OpenLog(const std::string& path) {
  return open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

}  // namespace

OlderPart FindOlderPart(const std::string& path) {
  OlderPart older;
  const std::filesystem::path whole = path;
  const std::string start = whole.filename().string() + ".";
  const Result<std::vector<std::string>> names = ListFolder(whole.parent_path());
  if (!names.ok()) return older;
  for (const std::string& name : *names) {
    if (!name.starts_with(start)) continue;
    const auto number = ParseNumber<int64_t>(std::string_view(name).substr(start.size()));
    if (number > older.number) older = {*number, path + "." + std::to_string(*number)};
  }
  return older;
}

std::string ReadLogTail(const std::string& path, size_t limit) {
  std::string tail = ReadTail(path, limit);
  const OlderPart older = FindOlderPart(path);
  if (tail.size() < limit && older.number > 0)
    tail.insert(0, ReadTail(older.path, limit - tail.size()));
  return tail;
}

Result<ProcessLog> ProcessLog::Open(std::string path, int64_t limit_bytes) {
  ProcessLog log(std::move(path), limit_bytes);
  log.file_ = Descriptor(OpenLog(log.path_));
  if (!log.file_.open()) return FileError("make", log.path_, errno);
  return log;
}

void ProcessLog::Append(std::string_view text) {
  bytes_ += static_cast<int64_t>(text.size());
  Put(text);
}

void ProcessLog::Announce(const std::string& text) {
  Put((line_open_ ? "\npaisql: " : "paisql: ") + text + "\n");
}

void ProcessLog::Put(std::string_view text) {
  if (!text.empty()) line_open_ = text.back() != '\n';
  if (!unwritten_.empty()) {
    unwritten_ += text;
    unwritten_.erase(0, Write(unwritten_));
  } else {
    unwritten_ = text.substr(Write(text));
  }
  if (unwritten_.size() > kWaitingBytes) unwritten_.erase(0, unwritten_.size() - kWaitingBytes);
}

// Gives how much of it the disk has taken.
size_t ProcessLog::Write(std::string_view text) {
  size_t done = 0;
  while (done < text.size()) {
    if (size_ >= limit_ / 2) Turn();
    const auto room = static_cast<size_t>(std::max<int64_t>(limit_ / 2 - size_, 1));
    const ssize_t count =
        write(file_.get(), text.data() + done, std::min(text.size() - done, room));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    size_ += count;
    done += static_cast<size_t>(count);
  }
  return done;
}

void ProcessLog::Turn() {
  size_ = 0;
  const std::string part = path_ + "." + std::to_string(parts_ + 1);
  if (std::rename(path_.c_str(), part.c_str()) == 0) {
    if (Descriptor fresh(OpenLog(path_)); fresh.open()) {
      file_ = std::move(fresh);
      // Last, so that a reader that finds two older parts takes the newer one.
      if (parts_ > 0) unlink((path_ + "." + std::to_string(parts_)).c_str());
      ++parts_;
      return;
    }
    (void)std::rename(part.c_str(), path_.c_str());
  }
  (void)!ftruncate(file_.get(), 0);  // the bound holds also where files cannot be made
}

}  // namespace paisql::jobs
