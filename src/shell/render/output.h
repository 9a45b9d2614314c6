#pragma once

// A buffered file descriptor: rows leave in large writes, and a reader that has gone away is told
// from a disk that is full.

#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::shell {

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  // Text to be written: append to it, then call Spill.
  std::string& buffer() { return buffer_; }
  // Writes when enough has gathered.
  Status Spill();
  Status Flush();
  // The reader closed its end: nothing more can be written, and nobody wants it.
  bool closed() const { return closed_; }

 private:
  int descriptor_;
  std::string buffer_;
  bool closed_ = false;
};

}  // namespace paisql::shell
