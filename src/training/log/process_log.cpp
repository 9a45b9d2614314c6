#include "training/log/process_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>

#include "training/files/files.h"

namespace paisql::training {

namespace {

constexpr size_t kReadBytes = 64 * 1024;
// A larger pipe lets a chatty script print on while the supervisor sleeps; the kernel may refuse.
constexpr int kPipeBytes = 1024 * 1024;
// What is kept for a disk that is full: enough for a traceback.
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
    int64_t number = 0;
    const char* const end = name.data() + name.size();
    if (!name.starts_with(start)) continue;
    const auto [rest, code] = std::from_chars(name.data() + start.size(), end, number);
    if (code != std::errc() || rest != end || number <= older.number) continue;
    older = {number, path + "." + std::to_string(number)};
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
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("open", log.path_, errno);
  log.read_end_ = Descriptor(ends[0]);
  log.write_end_ = Descriptor(ends[1]);
  // Only the supervisor's end must not block; the process's own end behaves like any pipe.
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[1], F_SETPIPE_SZ, kPipeBytes);
  log.file_ = Descriptor(OpenLog(log.path_));
  if (!log.file_.open()) return FileError("make", log.path_, errno);
  return log;
}

bool ProcessLog::Pump(size_t most) {
  std::array<char, kReadBytes> buffer{};
  while (true) {
    const ssize_t count = read(read_end_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    const auto size = static_cast<size_t>(count);
    bytes_ += count;
    Append({buffer.data(), size});
    if (size >= most) return true;
    most -= size;
  }
}

void ProcessLog::PumpRest() {
  Pump(kPipeBytes);
  Append({});  // there may be room again
}

void ProcessLog::Announce(const std::string& text) {
  Append((line_open_ ? "\npaisql: " : "paisql: ") + text + "\n");
}

void ProcessLog::Append(std::string_view text) {
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

}  // namespace paisql::training
