#include "libraries/oss_remote/reader.h"

#include <algorithm>
#include <cstring>
#include <system_error>

#include "arrow/result.h"

namespace paisql::oss {

namespace {

constexpr int64_t kFirstWindow = int64_t{256} << 10;
constexpr int64_t kLastWindow = int64_t{4} << 20;
constexpr size_t kAhead = 3;  // windows that are on their way

}  // namespace

// The library takes the length of the buffer for the length of the answer. So the last byte of the
// buffer is one that the answer has to overwrite; where it stands there afterwards, either the
// object has it or the answer was short, and another last byte tells which.
arrow::Status ReadExactly(arrow::io::RandomAccessFile& file, int64_t offset, int64_t count,
                          char* buffer) {
  if (count == 0) return arrow::Status::OK();
  char* last = buffer + count - 1;
  for (const char mark : {'\x5c', '\xa3'}) {
    *last = mark;
    const arrow::Result<int64_t> got = file.ReadAt(offset, count, buffer);
    ARROW_RETURN_NOT_OK(got.status());
    if (*got != count) break;
    if (*last != mark) return arrow::Status::OK();
  }
  return arrow::Status::IOError("curlCode: 18, fewer bytes than the object has");
}

RemoteReader::RemoteReader(std::shared_ptr<arrow::io::RandomAccessFile> file, int64_t size,
                           Judge judge)
    : file_(std::move(file)), size_(size), judge_(std::move(judge)) {}

RemoteReader::~RemoteReader() {
  for (auto& [begin, window] : ahead_) window.wait();
}

RemoteReader::Window RemoteReader::Fetch(int64_t begin, int64_t count) const {
  Window window;
  window.begin = begin;
  window.bytes.resize(static_cast<size_t>(std::min(count, size_ - begin)));
  window.status =
      ReadExactly(*file_, begin, static_cast<int64_t>(window.bytes.size()), window.bytes.data());
  return window;
}

void RemoteReader::FetchAhead() {
  while (ahead_.size() < kAhead && ahead_end_ < size_) {
    const int64_t begin = ahead_end_;
    const int64_t count = window_bytes_;
    try {
      ahead_.emplace_back(begin, std::async(std::launch::async,
                                            [this, begin, count] { return Fetch(begin, count); }));
    } catch (const std::system_error&) {
      return;  // no more threads: who wants the window fetches it himself
    }
    ahead_end_ = std::min(begin + count, size_);
    window_bytes_ = std::min(2 * window_bytes_, kLastWindow);
  }
}

void RemoteReader::MoveTo(int64_t offset, int64_t count) {
  if (!ahead_.empty() && ahead_.front().first == offset) {
    window_ = ahead_.front().second.get();
    ahead_.pop_front();
    return FetchAhead();
  }
  const bool in_a_row = offset == window_.end() && offset > 0;
  for (auto& [begin, window] : ahead_) window.wait();
  ahead_.clear();
  window_bytes_ = in_a_row ? std::min(2 * window_bytes_, kLastWindow) : kFirstWindow;
  ahead_end_ = std::min(offset + std::max(window_bytes_, count), size_);
  const int64_t begin = offset;
  const int64_t end = ahead_end_;
  if (in_a_row) FetchAhead();
  window_ = Fetch(begin, end - begin);
}

StoreStatus RemoteReader::Read(uint64_t offset, size_t count, char* buffer, size_t* done) {
  *done = 0;
  if (offset >= static_cast<uint64_t>(size_)) return {};
  auto at = static_cast<int64_t>(offset);
  const int64_t end =
      at + std::min(static_cast<int64_t>(std::min<size_t>(count, INT64_MAX)), size_ - at);
  const std::lock_guard lock(mutex_);
  while (at < end) {
    if (at < window_.begin || at >= window_.end() || !window_.status.ok()) MoveTo(at, end - at);
    if (!window_.status.ok()) {
      const StoreStatus failed = judge_(window_.status);
      window_ = {};
      return failed;
    }
    const int64_t part = std::min(end, window_.end()) - at;
    std::memcpy(buffer + *done, window_.bytes.data() + (at - window_.begin),
                static_cast<size_t>(part));
    *done += static_cast<size_t>(part);
    at += part;
  }
  return {};
}

}  // namespace paisql::oss
