#pragma once

// How a process of a job has ended, as its place tells it: in words, without numbers that only one
// kind of place has. Private to jobs.

#include <string>

namespace paisql::jobs {

// Says which memory ran out when a process was killed for memory: its own limit's or the
// machine's. The machine's includes that of a group around the job's, such as a container's.
enum class MemoryKill { kNone, kOwnLimit, kMachine };

struct ProcessEnd {
  enum class Kind {
    kExited,   // it came to its own end, with a status
    kAborted,  // it gave itself up; what it printed last says why
    kKilled,   // it was ended from outside; what it printed last says nothing about it
  };

  Kind kind = Kind::kExited;
  int exit_status =
      0;               // 0 says that it has done its work; of one that was killed, a shell's number
  std::string reason;  // after its name: "ended with exit status 1", "was killed by SIGKILL"
  MemoryKill memory = MemoryKill::kNone;

  bool Succeeded() const { return kind == Kind::kExited && exit_status == 0; }
};

}  // namespace paisql::jobs
