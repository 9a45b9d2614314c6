#pragma once

// Reads the progress of a process: lines of JSON (docs/internals/formats.md, "Progress"), of which
// it keeps the newest values. It ignores malformed lines; nothing here fails a job. Private to
// jobs.

#include <deque>
#include <string>
#include <string_view>

#include "jobs/spec/job_progress.h"

namespace paisql::jobs {

class ProgressReader {
 public:
  int64_t lines() const { return lines_; }  // that had a meaning

  // Puts what was told into `progress`; true when something changed. The bytes may begin and end
  // anywhere in a line. `now_ms` is a steady clock's.
  bool Take(std::string_view bytes, int64_t now_ms, ProcessProgress* progress);
  // The process was started again: what is counted from its start is counted on.
  void Restart(ProcessProgress* progress);

 private:
  struct Step {
    int64_t time_ms = 0;
    int64_t step = 0;
  };

  bool TakeLine(std::string_view line, int64_t now_ms, ProcessProgress* progress);
  void TakeStep(int64_t step, int64_t now_ms, ProcessProgress* progress);

  std::string rest_;       // the beginning of a line
  bool skipping_ = false;  // the rest of a line that is too long
  int64_t lines_ = 0;
  std::deque<Step> steps_;  // of the last seconds
  ProcessProgress before_;  // what the processes before a restart counted
};

}  // namespace paisql::jobs
