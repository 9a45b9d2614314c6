#pragma once

// Keeps the output of a process in files of bounded size: <name>.log is being written; when it has
// half of the limit it becomes part <n> of the log, <name>.log.<n>, and part <n - 1> goes. So the
// log always has the end, and a script that prints without end cannot fill the disk. Private to
// jobs.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::jobs {

// The part before the one that is being written; number 0 when there is none.
struct OlderPart {
  int64_t number = 0;
  std::string path;
};
OlderPart FindOlderPart(const std::string& path);
// The last bytes of a log, through both of its files.
std::string ReadLogTail(const std::string& path, size_t limit);

class ProcessLog {
 public:
  static Result<ProcessLog> Open(std::string path, int64_t limit_bytes);

  const std::string& path() const { return path_; }
  int64_t bytes() const { return bytes_; }  // that came through, also those that are not kept

  // The end of what could not be written yet.
  const std::string& unwritten() const { return unwritten_; }

  // Puts what the process has printed into the files. Of what cannot be written, because the disk
  // is full, the end waits for room, and the rest is left out: no script fails for it.
  void Append(std::string_view text);
  // Writes what has waited, as far as there is room again.
  void Flush() { Put({}); }
  // A line of the supervisor's own.
  void Announce(const std::string& text);

 private:
  ProcessLog(std::string path, int64_t limit_bytes) : path_(std::move(path)), limit_(limit_bytes) {}
  void Put(std::string_view text);
  size_t Write(std::string_view text);
  void Turn();

  std::string path_;
  int64_t limit_;
  int64_t size_ = 0;  // of the file that is being written
  int64_t bytes_ = 0;
  int64_t parts_ = 0;  // that are complete
  bool line_open_ = false;
  std::string unwritten_;
  Descriptor file_;
};

}  // namespace paisql::jobs
