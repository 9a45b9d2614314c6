#pragma once

// Processes: starting one, telling it from a later one of the same number, and ending a whole tree.

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql {

// A pid alone may be used again by another process; with its start time and the boot it may not.
struct ProcessIdentity {
  int64_t pid = 0;
  int64_t start = 0;  // clock ticks since boot
  std::string boot_id;

  bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity IdentityOf(pid_t pid);
// False too for a zombie: what it did is done.
bool IsAlive(const ProcessIdentity& identity);
// A descriptor that becomes readable when the process ends; not open when it has ended already.
Descriptor WatchProcess(const ProcessIdentity& identity);
// Signals that process and never a later one of its number; false when there was none to signal.
bool SignalProcess(const ProcessIdentity& identity, int number);
bool SignalWatched(const Descriptor& watch, int number);  // as WatchProcess gave it

struct SpawnOptions {
  std::vector<std::string> command;      // command[0] is an absolute path
  std::vector<std::string> environment;  // "NAME=value", all of it
  std::string folder;                    // working folder; "" keeps the caller's
  std::string output;                    // file for stdout and stderr, appended to
  // Descriptors of the caller that become stdin, stdout and stderr; -1: /dev/null for stdin, and
  // `output` for the others.
  std::array<int, 3> streams = {-1, -1, -1};
  // Descriptors of the caller that the process gets as 3, 4, …; all others but 0 to 2 are closed in
  // it.
  std::vector<int> inherited;
  bool new_session = false;  // else it leads a process group of its own in the caller's session
  bool dies_with_caller = false;  // gets SIGKILL when the caller ends, however it ends
  // Limits of the process and of what it starts; 0, none and -1 leave them as they are.
  int64_t data_bytes = 0;  // RLIMIT_DATA; -1: as many as may be
  // The soft limit alone, so that a process with few may start one with more.
  bool may_raise_data_limit = false;
  std::vector<int> cpus;   // those it may run on
  int control_group = -1;  // descriptor of the cgroup.procs that it joins
};

// Starts a process with default signals, an empty signal mask and the user's umask. kEnvironment
// when the program or the folder cannot be used: the child reports its errno before the program
// runs.
Result<pid_t> Spawn(const SpawnOptions& options);
// Its error for the errno of a child that could not become the program: names what was at fault.
Error StartError(const SpawnOptions& options, int error_number);

// The caller's environment with some names changed; an empty value removes none, it is set.
std::vector<std::string> EnvironmentWith(
    const std::vector<std::pair<std::string, std::string>>& changes);

// "SIGKILL" for 9; "signal 40" for one without a name.
std::string SignalName(int number);

// All processes below the caller: its children, their children, and so on.
std::vector<pid_t> Descendants();

// The CPU time of all processes below the caller, also of those that have ended. It may stand
// still, but it never goes back by more than what a process used whose parent did not wait for it.
int64_t DescendantsCpuMs();

// Whether the process was started with "NAME=value" in its environment.
bool HasInEnvironment(pid_t pid, const std::string& entry);
// All processes of the machine that were, as far as this user may know it.
std::vector<ProcessIdentity> ProcessesWith(const std::string& entry);

}  // namespace paisql
