#include "console/logview/lines/log_bytes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include "jobs/log/process_log.h"

namespace paisql::console {

namespace {

constexpr int kLooks = 5;
// Of a text in memory, whose beginning may go.
constexpr size_t kTextMark = 256;

struct stat StatOf(const Descriptor& file) {
  struct stat found {};
  (void)fstat(file.get(), &found);
  return found;
}

Descriptor OpenPart(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

}  // namespace

Result<LogBytes> LogBytes::Open(const std::string& path) {
  // Between two looks at the folder a part may have become complete.
  for (int look = 0; look < kLooks; ++look) {
    const jobs::OlderPart older = jobs::FindOlderPart(path);
    LogBytes log;
    if (older.number > 0) {
      Descriptor file = OpenPart(older.path);
      if (!file.open()) continue;
      const int64_t size = StatOf(file).st_size;
      // All complete parts have this size.
      log.parts_.push_back({std::move(file), (older.number - 1) * size, size});
    }
    Descriptor file = OpenPart(path);
    if (!file.open() && errno != ENOENT) return FileError("read", path, errno);
    if (!file.open() || jobs::FindOlderPart(path).number != older.number) {
      if (!file.open() && older.number == 0) break;
      continue;
    }
    const int64_t begin = log.parts_.empty() ? 0 : log.end();
    const int64_t size = StatOf(file).st_size;
    log.parts_.push_back({std::move(file), begin, size});
    log.identity_ = StatOf(log.parts_.front().file).st_ino;
    return log;
  }
  return Error{ErrorCode::kResourceNotFound,
               "the log is not there: the process has not printed anything, or the log was removed",
               {},
               ""};
}

LogBytes LogBytes::OfText(std::string text) {
  LogBytes log;
  if (text.size() >= kTextMark) {
    log.identity_ = std::hash<std::string>()(text.substr(0, kTextMark));
  }
  log.text_ = std::move(text);
  return log;
}

int64_t LogBytes::begin() const { return parts_.empty() ? 0 : parts_.front().begin; }

int64_t LogBytes::end() const {
  if (parts_.empty()) return std::ssize(text_);
  return parts_.back().begin + parts_.back().size;
}

const LogBytes::Part* LogBytes::PartAt(int64_t at) const {
  for (const Part& part : parts_) {
    if (at >= part.begin && at < part.begin + part.size) return &part;
  }
  return nullptr;
}

size_t LogBytes::Read(int64_t at, size_t most, char* to) const {
  at = std::max(at, begin());
  if (at >= end()) return 0;
  most = std::min(most, static_cast<size_t>(end() - at));
  if (parts_.empty()) {
    std::memcpy(to, text_.data() + at, most);
    return most;
  }
  size_t done = 0;
  while (done < most) {
    const Part* const part = PartAt(at);
    if (part == nullptr) break;
    const size_t room = std::min(most - done, static_cast<size_t>(part->begin + part->size - at));
    const ssize_t count = pread(part->file.get(), to + done, room, at - part->begin);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;  // the file was made shorter meanwhile
    done += static_cast<size_t>(count);
    at += count;
  }
  return done;
}

}  // namespace paisql::console
