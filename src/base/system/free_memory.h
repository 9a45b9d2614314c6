#pragma once

// How much memory this process may still take: what the machine has available, and less where a
// control group around the process allows less. Any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paisql {

// In bytes; INT64_MAX where the kernel does not say.
int64_t FreeMemoryBytes();

// The number after a name at the beginning of a line: "MemAvailable:   12 kB", "file 12"; -1 for
// none.
int64_t NumberAfter(std::string_view text, std::string_view name);

// The control groups (cgroup v2) that this process runs in, which the kernel shows as folders.
struct Membership {
  std::string top;  // where the hierarchy is mounted; "" without cgroup v2
  std::string own;  // the folder of this process's group
};
Membership FindMembership();

// The folder of the process's own group and those of the groups around it, its own first; none
// without cgroup v2.
std::vector<std::string> OwnControlGroups();

}  // namespace paisql
