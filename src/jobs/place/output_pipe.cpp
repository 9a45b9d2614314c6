#include "jobs/place/output_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace paisql::jobs {

namespace {

constexpr size_t kReadBytes = 64 * 1024;

}  // namespace

Result<OutputPipe> OutputPipe::Make(int capacity) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("make", "a pipe", errno);
  OutputPipe pipe;
  pipe.read_end_ = Descriptor(ends[0]);
  pipe.write_end_ = Descriptor(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  if (capacity > 0) fcntl(ends[1], F_SETPIPE_SZ, capacity);
  return pipe;
}

void OutputPipe::Pump(size_t most, const std::function<void(std::string_view bytes)>& take) const {
  std::array<char, kReadBytes> buffer{};
  for (size_t pumped = 0; pumped < most;) {
    const ssize_t count = read(read_end_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    pumped += static_cast<size_t>(count);
    take({buffer.data(), static_cast<size_t>(count)});
  }
}

}  // namespace paisql::jobs
