#pragma once

// What processes use of the machine, as /proc tells it. From any thread.

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

namespace paisql {

// Of a process with all that it has started.
struct TreeUsage {
  int64_t cpu_ms = 0;        // since the start, with children that have ended and were waited for
  int64_t memory_bytes = 0;  // resident; what several of them share counts for each
  int processes = 0;         // 0: the process has ended
};

// In one look at all processes of the machine.
std::map<pid_t, TreeUsage> UsageOfTrees(const std::vector<pid_t>& roots);

}  // namespace paisql
