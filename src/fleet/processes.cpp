// The bodies of the two processes that serve a home beside its instances.

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/events/unix_socket.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/whole_number.h"
#include "fleet/control/channel.h"
#include "fleet/control/lock.h"
#include "fleet/control/places.h"
#include "fleet/control/start.h"
#include "fleet/fleet.h"
#include "fleet/front/front_process.h"
#include "fleet/supervise/supervisor.h"

namespace paisql::fleet {

namespace {

// Another process of the kind is beginning, or about to end.
constexpr int64_t kLockMs = 10'000;
constexpr int64_t kLockLookMs = 20;

// For the log.
int ExitStatus(const Status& status) {
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", Redact(status.error().ToString()).c_str());
  return 1;
}

// A descriptor that whoever has started the process has left for it.
Descriptor Inherited(const char* variable) {
  const char* const text = std::getenv(variable);
  Descriptor inherited(text == nullptr ? -1 : WholeNumberOr(text, -1));
  unsetenv(variable);
  if (inherited.open()) fcntl(inherited.get(), F_SETFD, FD_CLOEXEC);
  return inherited;
}

void Prepare() {
  BlockSignals({SIGTERM, SIGINT, SIGHUP});
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
}

// The lock, or nullopt when `needless` says that the process is not wanted any more.
Result<std::optional<Descriptor>> AwaitLock(const std::string& path,
                                            const std::function<bool()>& needless) {
  const int64_t deadline_ms = SteadyMs() + kLockMs;
  while (true) {
    PAISQL_ASSIGN(std::optional<Descriptor> lock, TakeLock(path));
    if (lock.has_value() || needless()) return lock;
    if (SteadyMs() >= deadline_ms) {
      return Error{ErrorCode::kEnvironment, path + " is held by another process", {}, ""};
    }
    (void)AwaitReadable(-1, SteadyMs() + kLockLookMs);
  }
}

Status Supervise(const FleetPlaces& places, const FleetPrograms& programs, Descriptor ready) {
  const auto say_ready = [&ready] {
    if (ready.open()) (void)!write(ready.get(), "1", 1);
    ready.Close();
  };
  PAISQL_TRY(MakeFolders(places.LogFolder()));
  PAISQL_ASSIGN(const std::optional<Descriptor> lock, AwaitLock(places.SupervisorLock(), [&places] {
                  return ConnectToUnix(places.SupervisorSocket()).has_value();
                }));
  if (!lock.has_value()) {
    say_ready();  // another one does it
    return Status::Ok();
  }
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(places.home()));
  PAISQL_ASSIGN(const std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  Supervisor supervisor(*catalog, places, programs.program);
  PAISQL_TRY(supervisor.Begin(programs.listen, say_ready));
  say_ready();
  supervisor.Run();
  return Status::Ok();
}

Status ServeFront(const FleetPlaces& places, const FleetPrograms& programs, Descriptor listener) {
  PAISQL_ASSIGN(const std::optional<Descriptor> lock,
                AwaitLock(places.FrontLock(), [] { return false; }));
  PAISQL_ASSIGN(const std::unique_ptr<FrontProcess> front,
                FrontProcess::Make(places, programs.program, programs.python, std::move(listener)));
  return front->Run();
}

}  // namespace

int RunFleetSupervisor(const std::string& home, const FleetPrograms& programs) {
  Descriptor ready = Inherited(kReadyVariable);
  // The starting process waits for this process to end; the fork continues without that parent.
  const pid_t supervisor = fork();
  if (supervisor < 0) return ExitStatus(FileError("start", "the supervisor", errno));
  if (supervisor > 0) _exit(0);
  setsid();
  Prepare();
  return ExitStatus(Supervise(FleetPlaces(home), programs, std::move(ready)));
}

int RunFleetFront(const std::string& home, const FleetPrograms& programs) {
  Descriptor listener = Inherited(kListenerVariable);
  unsetenv(kFrontVariable);  // it marks this process, and none that it starts
  Prepare();
  return ExitStatus(ServeFront(FleetPlaces(home), programs, std::move(listener)));
}

}  // namespace paisql::fleet
