#pragma once

// Reads a process's log as it grows, from one of its files to the next
// (jobs/log/process_log.h). Private to jobs.

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/files/files.h"
#include "base/result.h"
#include "jobs/log/job_observer.h"

namespace paisql::jobs {

class LogReader {
 public:
  explicit LogReader(std::string path) : path_(std::move(path)) {}

  // Hands on what has been appended since the last call, at first all there is. After a stop
  // request the rest is left to the next call. A log that is not there yet is an empty one.
  Status Drain(JobObserver& observer, const std::stop_token& stop);

 private:
  Status ReadToEnd(JobObserver& observer, const std::stop_token& stop);
  void Begin();

  std::string path_;
  int64_t part_ = 0;  // of file_, counted from 1
  Descriptor file_;   // stays open, so that a part can be read on when it has lost its name
};

}  // namespace paisql::jobs
