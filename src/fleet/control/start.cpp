#include "fleet/control/start.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "fleet/control/log_file.h"
#include "serving/service/serve.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kLongestStartMs = 60'000;

enum class Answer { kReady, kEnded, kSilent, kStopped };

// Waits for the process's message at the pipe. A byte: it listens; the end: it has ended.
Answer Hear(const Descriptor& said, const Bell* stop) {
  Answer answer = Answer::kSilent;
  EventLoop loop;
  const EventLoop::Watch stops = stop == nullptr
                                     ? EventLoop::Watch()
                                     : loop.Add(stop->descriptor(), EventLoop::Interest::kRead,
                                                [&answer] { answer = Answer::kStopped; });
  // Only when there is something: one that hangs would keep a plain read for ever.
  const EventLoop::Watch says = loop.Add(said.get(), EventLoop::Interest::kRead, [&] {
    char byte = 0;
    const ssize_t count = read(said.get(), &byte, 1);
    if (count >= 0 || errno != EINTR) answer = count == 1 ? Answer::kReady : Answer::kEnded;
  });
  const int64_t deadline_ms = SteadyMs() + kLongestStartMs;
  while (answer == Answer::kSilent && SteadyMs() < deadline_ms) {
    if (!loop.Turn(deadline_ms).ok()) break;
  }
  return answer;
}

}  // namespace

Status StartSupervisor(const FleetPlaces& places, const SupervisorStart& start, const Bell* stop) {
  PAISQL_TRY(MakeFolders(places.LogFolder()));
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("start", start.program, errno);
  const Descriptor said(ends[0]);
  Descriptor says(ends[1]);
  SpawnOptions options;
  options.command = {start.program, "--serve-home", places.home()};
  if (!start.listen.empty()) {
    options.command.insert(options.command.end(), {"--listen", start.listen});
  }
  // The starting process may be a processor, whose environment says that it belongs to an instance.
  options.environment = EnvironmentWith({{kReadyVariable, "3"},
                                         {"PAISQL_PYTHON", start.python},
                                         {kHomeVariable, ""},
                                         {kLaunchVariable, ""},
                                         {serving::kSocketVariable, ""},
                                         {kTokenVariable, ""}});
  options.data_bytes = -1;  // nor are its limits those of one
  options.folder = "/";     // so that it keeps no folder of the user's busy
  options.output = places.SupervisorLog();
  options.inherited = {says.get()};
  options.new_session = true;
  PAISQL_ASSIGN(const pid_t starter, Spawn(options));
  says.Close();
  const Answer answer = Hear(said, stop);
  // The process that was started has made the supervisor, and ended; nobody waits for one that has
  // said nothing, which may hang itself.
  const bool said_something = answer == Answer::kReady || answer == Answer::kEnded;
  const int wait = said_something ? 0 : WNOHANG;
  while (waitpid(starter, nullptr, wait) < 0 && errno == EINTR) {
  }
  if (answer == Answer::kReady || answer == Answer::kStopped) return Status::Ok();
  const std::string how = answer == Answer::kSilent ? "does not answer" : "did not start";
  return Error{ErrorCode::kEnvironment,
               "the supervisor of the home's services " + how + ": " +
                   std::string(Trim(LogTail(options.output))),
               {},
               "its log is " + options.output};
}

}  // namespace paisql::fleet
