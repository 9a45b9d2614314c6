#pragma once

// What the end of a process means, in words for its user. Private to training.

#include <string>

#include "training/job/cluster.h"
#include "training/place/resource_limits.h"

namespace paisql::training {

struct ProcessEnd {
  int status = 0;  // as waitpid gives it
  MemoryKill memory_kill = MemoryKill::kNone;
  bool distributed = false;  // then the process is named
  std::string log_path;
  std::string unwritten;  // the log's end that the disk had no room for

  bool Succeeded() const { return status == 0; }
};

// The outcome of a job whose process ended badly: its exit status or signal, the last line of its
// traceback, and that its memory was not enough where that is known.
JobOutcome FailureOutcome(const ProcessPlan& plan, const ProcessEnd& end);

}  // namespace paisql::training
