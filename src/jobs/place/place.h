#pragma once

// Where the processes of a job run: this machine (jobs/place/local_place.h), or a cluster whose
// launcher implements the same (docs/internals/places.md). A place does what it is told; which
// process is started again and when a job is over, JobRun decides. It belongs to the supervisor's
// one thread and blocks in Wait and Stop alone. Private to jobs.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/job/cluster.h"
#include "jobs/place/process_end.h"
#include "jobs/queue/admission.h"

namespace paisql::jobs {

// Names one start of a process; a process that is started again gets another one. Only the place
// that has given it knows what it stands for.
enum class ProcessHandle : int64_t { kNone = 0 };

// What a process uses, with all that it has started.
struct ProcessUsage {
  ProcessHandle process = ProcessHandle::kNone;
  int64_t cpu_ms = 0;  // since its start
  int64_t memory_bytes = 0;
  std::optional<int64_t> gpu = {};  // hundredths of a card, of all the job's cards; in one of them
};

// Is told what happens to the processes, within Wait and Stop and in the order in which it happens
// to each of them: started, output and progress, ended.
class PlaceEvents {
 public:
  virtual ~PlaceEvents() = default;
  // The address of a process, by its name, where Prepare could not know it: before the process is
  // started, and again when it has another one.
  virtual void OnAddress(const std::string& process_name, const std::string& address) = 0;
  // The process runs. `at` is what it is called there, for people: "pid 4711", the name of a pod.
  virtual void OnStarted(ProcessHandle process, const std::string& at) = 0;
  // Bytes of its stdout and stderr, as they come. Its helpers' output may come after its end.
  virtual void OnOutput(ProcessHandle process, std::string_view bytes) = 0;
  // Bytes of the lines in which it tells of itself (docs/internals/formats.md, "Progress").
  virtual void OnProgress(ProcessHandle process, std::string_view bytes) = 0;
  // All that it has printed and told is known. Of several that have ended since the last Wait
  // nobody knows the order; those that have succeeded come first.
  virtual void OnEnded(ProcessHandle process, const ProcessEnd& end) = 0;
};

class Place {
 public:
  virtual ~Place() = default;

  // Gives every process that others talk to its address, and keeps it until the job's end; or a
  // name that stands for it until OnAddress. The events outlive the place's use.
  virtual Status Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& events) = 0;
  // Asks for what all processes need together; once granted, it is kept until the place is
  // destroyed. A job that waits keeps its turn by asking again, after each Wait.
  virtual Result<Admission> Ask() = 0;

  // Says for people what limits the processes' memory and CPU here; "" when nothing does.
  virtual std::string LimitsText() const = 0;

  // Has a process started: OnStarted says when it runs. What an earlier start of it still runs
  // is ended first.
  virtual Result<ProcessHandle> Start(const std::vector<ProcessPlan>& all,
                                      const ProcessPlan& own) = 0;
  // Asks the helpers that an ended process has left behind to end.
  virtual void TidyUp(ProcessHandle ended) = 0;

  // Waits for events, for room that may have become free, for Wake, or until the deadline of the
  // clock SteadyMs.
  virtual Status Wait(int64_t deadline_ms) = 0;
  // Ends a Wait, or the next one; from any thread, once Prepare has returned.
  virtual void Wake() = 0;
  // Ends all that the job has started, also what its processes have started: asks them to, and
  // makes them after the grace period. Returns when nothing is left, and all events have been told.
  virtual void Stop(int64_t grace_ms) = 0;

  // How much the job has computed, in milliseconds of a CPU or of a GPU: it only grows while
  // something is done.
  virtual int64_t ComputedMs() = 0;
  // Whether it can tell what processes use; and of those that run, what they do.
  virtual bool HasUsages() const { return false; }
  virtual std::vector<ProcessUsage> Usages() { return {}; }
};

}  // namespace paisql::jobs
