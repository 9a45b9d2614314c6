#pragma once

// Where the processes of a job run: this machine (training/place/local_place.h); a cluster's
// launcher implements the same, from what job.json holds. A place does what it is told; which
// process is started again and when a job is over, JobRun decides. It belongs to the supervisor's
// one thread and never blocks for long: when a process has ended or room may have become free, the
// place wakes the supervisor by SIGCHLD or SIGUSR1. Private to training.

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "training/job/cluster.h"
#include "training/place/resource_limits.h"

namespace paisql::training {

// Descriptors of the supervisor that a process writes to.
struct ProcessStreams {
  int output = -1;    // its stdout and stderr
  int progress = -1;  // what it tells of itself (training/log/progress_pipe.h)
};

// Whether the job may start.
struct Admission {
  bool granted = false;
  std::string waits_for;  // for people, when it is not
  int64_t retry_ms = 0;   // ask again after so long, even if nothing has woken the supervisor
};

struct ProcessExit {
  pid_t pid = 0;
  int status = 0;  // as waitpid gives it
};

class Place {
 public:
  virtual ~Place() = default;

  // Gives every process that others talk to its address, and keeps it until the job's end.
  virtual Status Prepare(std::vector<ProcessPlan>* plans) = 0;
  // Asks for what all processes need together; once granted, it is kept until the place is
  // destroyed. A job that waits keeps its turn by asking again.
  virtual Result<Admission> Ask() = 0;

  // What holds the processes to their memory and CPU here, for people; "" when nothing limits them.
  virtual std::string LimitsText() const = 0;

  virtual Result<pid_t> Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                              const ProcessStreams& streams) = 0;
  // Processes that have ended, one a call; nullopt when no more have.
  virtual std::optional<ProcessExit> Reap() = 0;
  // Whether anything that the job has started is left, also what its processes started.
  virtual bool AnyLeft() = 0;
  virtual void SignalAll(const std::vector<pid_t>& processes, int number) = 0;
  // The helpers that a dead process left behind.
  virtual void SignalLeftovers(const ProcessPlan& plan, int number) = 0;

  // How much the job has computed, in milliseconds of a CPU or of a GPU: it only grows while
  // something is done.
  virtual int64_t ComputedMs() = 0;
  virtual MemoryKill KernelKill(const ProcessPlan& plan) const = 0;
};

}  // namespace paisql::training
