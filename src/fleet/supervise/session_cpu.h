#pragma once

// Measures the CPU time of instances. Each instance leads a session, which includes its helpers.

#include <sys/types.h>

#include <cstdint>
#include <map>

namespace paisql::fleet {

// The CPU time of the processes of each session of this machine, by its leader's number: of those
// that live, and of their children that have ended.
std::map<pid_t, int64_t> CpuMsBySession();

}  // namespace paisql::fleet
