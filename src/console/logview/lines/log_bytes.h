#pragma once

// The bytes of a log as they are kept now, by their places since the log began: a process's log is
// in two files of which the older one goes (jobs/log/process_log.h). A value of this type goes on
// reading what it has opened, whatever happens to the names. For one thread.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::console {

class LogBytes {
 public:
  // kResourceNotFound for a log that is not there (any more).
  static Result<LogBytes> Open(const std::string& path);
  // A text in memory.
  static LogBytes OfText(std::string text);

  int64_t begin() const;  // what was before it is not kept
  int64_t end() const;
  // Tells the log's first file from one that takes its place.
  uint64_t identity() const { return identity_; }
  // How many bytes from there are in `to`; fewer than `most` at the end alone.
  size_t Read(int64_t at, size_t most, char* to) const;

 private:
  struct Part {
    Descriptor file;
    int64_t begin = 0;
    int64_t size = 0;
  };

  const Part* PartAt(int64_t at) const;

  std::vector<Part> parts_;  // each part begins where the one before it ends
  std::string text_;         // the log, while it has no parts
  uint64_t identity_ = 0;
};

}  // namespace paisql::console
