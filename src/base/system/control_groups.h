#pragma once

// The control groups (cgroup v2) that this process runs in, which the kernel shows as folders.

#include <string>
#include <vector>

namespace paisql {

struct Membership {
  std::string top;  // where the hierarchy is mounted; "" without cgroup v2
  std::string own;  // the folder of this process's group
};
Membership FindMembership();

// The folder of the process's own group and those of the groups around it, its own first; none
// without cgroup v2.
std::vector<std::string> OwnControlGroups();

}  // namespace paisql
