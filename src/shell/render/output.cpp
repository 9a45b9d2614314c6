#include "shell/render/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace paisql::shell {

namespace {

constexpr size_t kWriteBytes = 1UL << 18;

}  // namespace

Status Output::Spill() {
  if (buffer_.size() < kWriteBytes) return Status::Ok();
  return Flush();
}

Status Output::Flush() {
  std::string_view left = buffer_;
  while (!left.empty() && !closed_) {
    const ssize_t written = write(descriptor_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno != EINTR) {
      const std::string reason = std::strerror(errno);
      buffer_.clear();
      return Error{ErrorCode::kEnvironment,
                   "cannot write the output: " + reason,
                   {},
                   "free space where the output goes"};
    }
  }
  buffer_.clear();
  if (!closed_) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "the reader of the output has gone", {}, ""};
}

}  // namespace paisql::shell
