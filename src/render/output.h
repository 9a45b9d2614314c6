#pragma once

// A buffered file descriptor: rows leave in large writes, and a reader that has gone away is told
// from a disk that is full. What is more than a descriptor, a file that appears when it is
// complete or a pager, derives from it (shell/destination).

#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::render {

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Text to be written: append to it, then call Spill.
  std::string& buffer() { return buffer_; }
  // Writes when enough has gathered.
  Status Spill() { return buffer_.size() < spill_at_ ? Status::Ok() : Drain(false); }
  Status Flush() { return Drain(true); }
  // The reader closed its end: nothing more can be written, and nobody wants it.
  bool closed() const { return closed_; }
  // The same where that does not fail: whoever looks at the rows has seen enough.
  virtual bool left() const { return false; }
  // Something could not be written.
  bool failed() const { return failed_; }
  // After the last Flush, whether the statement succeeded or not. `stop` ends the waiting for
  // whoever reads it.
  virtual Status Finish(bool /*succeeded*/, const std::stop_token& /*stop*/) {
    return Status::Ok();
  }
  // Replaces characters that the terminal cannot show.
  void WriteAsciiOnly() { ascii_ = true; }

 protected:
  static constexpr size_t kWriteBytes = 1UL << 18;

  // Writes the buffer, or with `all` false what of it may leave already.
  virtual Status Drain(bool all);
  // kInstanceCancelled when the reader has gone.
  virtual Status Write(std::string_view bytes);

  // Sends later bytes to another descriptor.
  void GoOnTo(int descriptor) {
    descriptor_ = descriptor;
    closed_ = false;
  }
  void set_spill_at(size_t bytes) { spill_at_ = bytes; }

 private:
  int descriptor_;
  std::string buffer_;
  size_t spill_at_ = kWriteBytes;
  bool closed_ = false;
  bool failed_ = false;
  bool ascii_ = false;
};

}  // namespace paisql::render
