#include "render/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "render/display.h"

namespace paisql::render {

Status Output::Drain(bool /*all*/) {
  if (ascii_) buffer_ = ToAscii(buffer_);
  Status written = Write(buffer_);
  buffer_.clear();
  failed_ = failed_ || !written.ok();
  return written;
}

Status Output::Write(std::string_view bytes) {
  while (!bytes.empty() && !closed_) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno != EINTR) {
      const std::string reason = std::strerror(errno);
      return Error{ErrorCode::kEnvironment,
                   "cannot write the output: " + reason,
                   {},
                   "free space where the output goes"};
    }
  }
  if (!closed_) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "the reader of the output has gone", {}, ""};
}

}  // namespace paisql::render
