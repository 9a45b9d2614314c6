#include "jobs/service/supervisor_start.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "jobs/files/files.h"
#include "jobs/job/job_values.h"
#include "jobs/script/script_environment.h"
#include "jobs/supervise/supervisor.h"

namespace paisql::jobs {

namespace {

// A warm process imports TensorFlow first. One that takes longer is stuck, whatever holds it up.
constexpr int kLongestImportMs = 120'000;

// Whether the byte comes that says that the supervisor runs; false when nobody is left to send it.
bool ReadReady(int said, WarmPython* warm) {
  // By then it has done what it was asked for, or it never will.
  const int64_t deadline = warm == nullptr ? kNever : SteadyMs() + kLongestImportMs;
  if (!AwaitReadable(said, deadline) && warm != nullptr) warm->End();
  char byte = 0;
  ssize_t count = 0;
  do {
    count = read(said, &byte, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1;
}

// Whether the supervisor came to run. An error is Spawn's.
Result<bool> Try(SpawnOptions options, const SupervisorInput& input, WarmPython* warm,
                 const WarmRequest& request) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("start", options.command[0], errno);
  const Descriptor said(ends[0]);
  Descriptor says(ends[1]);
  options.inherited = {input.lease, says.get(), input.values};
  pid_t starter = 0;  // ends as soon as it has started the supervisor (jobs/supervise/guardian.h)
  if (warm == nullptr) {
    PAISQL_ASSIGN(starter, Spawn(options));
  } else if (!warm->StartSupervisor(options, request).ok()) {
    return false;
  }
  says.Close();
  const bool ready = ReadReady(said.get(), warm);
  while (starter > 0 && waitpid(starter, nullptr, 0) < 0 && errno == EINTR) {
  }
  return ready;
}

}  // namespace

Status StartSupervisor(const Installation& installation, const JobPlaces& places,
                       const SupervisorInput& input, WarmPython* warm, const WarmRequest& request) {
  SpawnOptions options;
  options.command = {installation.program, "--supervise", places.directory, "--lease-fd", "3"};
  // It does not get variables that its scripts must not have: they can look into it.
  options.environment = ScriptEnvironment(
      {input.whole_environment, {}},
      {{kReadyVariable, "4"}, {kValuesVariable, "5"}, {"PAISQL_PYTHON", installation.python}});
  options.folder = "/";  // so that it keeps no folder of the user's busy
  options.output = places.SupervisorLog();
  options.new_session = true;
  PAISQL_ASSIGN(bool started, Try(options, input, warm, request));
  constexpr size_t kTailBytes = 4096;
  // Nobody holds the pipe any more, so no supervisor can come from the warm process now. One that
  // had begun would have said why it ended.
  if (!started && warm != nullptr && ReadTail(options.output, 1).empty()) {
    warm->End();
    PAISQL_ASSIGN(started, Try(options, input, nullptr, request));
  }
  if (started) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the job's supervisor did not start: " +
                   std::string(Trim(ReadTail(options.output, kTailBytes))),
               {},
               "its log is " + options.output};
}

}  // namespace paisql::jobs
