#include "workers/worker_end.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files/files.h"

namespace paisql::workers {

std::optional<Frame> WorkerEnd::Next() {
  const std::lock_guard lock(reading_);
  while (true) {
    if (std::optional<Frame> frame = frames_.Next()) return frame;
    std::array<char, 1 << 16> buffer;
    const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || frames_.damaged()) return std::nullopt;
    frames_.Add({buffer.data(), static_cast<size_t>(count)});
  }
}

bool WorkerEnd::Send(const Frame& frame) {
  const std::string bytes = WriteFrame(frame);
  const std::lock_guard lock(writing_);
  return WriteAll(descriptor_, bytes);
}

}  // namespace paisql::workers
