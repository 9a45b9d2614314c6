#include "fleet/control/start.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/system/event_loop.h"
#include "base/system/process.h"
#include "base/system/steady_clock.h"
#include "base/text.h"
#include "fleet/control/log_tail.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kLongestStartMs = 60'000;

}  // namespace

Status StartSupervisor(const FleetPlaces& places, const SupervisorStart& start) {
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
  options.environment = EnvironmentWith({{kReadyVariable, "3"}, {"PAISQL_PYTHON", start.python}});
  options.folder = "/";  // so that it keeps no folder of the user's busy
  options.output = places.SupervisorLog();
  options.inherited = {says.get()};
  options.new_session = true;
  PAISQL_ASSIGN(const pid_t starter, Spawn(options));
  says.Close();
  (void)AwaitReadable(said.get(), SteadyMs() + kLongestStartMs);
  char byte = 0;
  ssize_t count = 0;
  do {
    count = read(said.get(), &byte, 1);
  } while (count < 0 && errno == EINTR);
  // The process that was started has made the supervisor, and ended.
  while (waitpid(starter, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (count == 1) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the supervisor of the home's services did not start: " +
                   std::string(Trim(LogTail(options.output))),
               {},
               "its log is " + options.output};
}

}  // namespace paisql::fleet
