#pragma once

// A pipe that a process of this machine writes to. Its writing end stays open here, so that a
// process that is started again goes on with the same pipe. Private to jobs.

#include <functional>
#include <string_view>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::jobs {

class OutputPipe {
 public:
  // `capacity`: bytes that the pipe should hold, so that a chatty process prints on while nobody
  // reads; the kernel may refuse, and 0 leaves what it has.
  static Result<OutputPipe> Make(int capacity);

  int input() const { return write_end_.get(); }  // the process's end, which blocks like any pipe
  int output() const { return read_end_.get(); }  // readable when there is something to Pump
  // Hands on what is in the pipe, at most about `most` bytes, because somebody may write without
  // end.
  void Pump(size_t most, const std::function<void(std::string_view bytes)>& take) const;

 private:
  OutputPipe() = default;

  Descriptor read_end_;
  Descriptor write_end_;
};

}  // namespace paisql::jobs
