#pragma once

// A program that runs for so long and no longer, and is ended with all that it has started.

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

struct LimitedAnswer {
  std::string said;      // standard output and standard error, the first 64 KiB
  bool in_time = false;  // it ended before the limit, else it was killed with what it had started
  int status = -1;       // as it exited; -1 when it was killed
  int64_t took_ms = 0;
};

// Runs a program to its end, its limit or the stop. The streams of `options` and whether it ends
// with the caller are set here. An error when it cannot be started.
Result<LimitedAnswer> RunLimited(SpawnOptions options, int64_t limit_ms,
                                 const std::stop_token& stop);

}  // namespace paisql
