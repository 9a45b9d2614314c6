#pragma once

// The logs of a job as files, for who wants to read them later.

#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::jobs {

// The files of one process's log, in the order of what stands in them.
struct LogFiles {
  std::string process;  // "worker-1", "supervisor"
  std::vector<std::string> paths;
};

// The logs of a job as they are now, by name. `folder`: that of its logs.
Result<std::vector<LogFiles>> ListLogs(const std::string& folder);
// Reads the part of one log that is kept, even if a running job has moved it meanwhile.
std::string ReadLog(const LogFiles& log);

}  // namespace paisql::jobs
