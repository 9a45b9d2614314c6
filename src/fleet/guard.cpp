#include "fleet/guard.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/events/event_loop.h"
#include "base/events/unix_socket.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "fleet/control/start.h"

namespace paisql::fleet {

namespace {

// The front, which notices at once, comes first; and not all instances at the same moment.
constexpr int64_t kFirstMs = 300;
constexpr int64_t kStepMs = 50;
constexpr int kSteps = 8;
constexpr int64_t kLongestPauseMs = 30'000;

}  // namespace

Result<std::unique_ptr<FleetGuard>> FleetGuard::Begin(const FleetPrograms& programs) {
  const char* const home = std::getenv(kHomeVariable);
  if (home == nullptr || *home == '\0') return std::unique_ptr<FleetGuard>();
  PAISQL_ASSIGN(Bell over, Bell::Make());
  return std::unique_ptr<FleetGuard>(new FleetGuard(FleetPlaces(home), programs, std::move(over)));
}

FleetGuard::FleetGuard(FleetPlaces places, FleetPrograms programs, Bell bell)
    : places_(std::move(places)),
      programs_(std::move(programs)),
      over_(std::move(bell)),
      thread_([this] { Run(); }) {}

FleetGuard::~FleetGuard() {
  over_.Ring();
  thread_.join();
}

bool FleetGuard::Pause(int64_t pause_ms) {
  EventLoop loop;
  bool over = false;
  const auto rung =
      loop.Add(over_.descriptor(), EventLoop::Interest::kRead, [&over] { over = true; });
  const int64_t end_ms = SteadyMs() + pause_ms;
  while (!over && SteadyMs() < end_ms) {
    if (!loop.Turn(end_ms).ok()) return false;
  }
  return !over;
}

bool FleetGuard::AwaitEndOfSupervisor() {
  const std::optional<Descriptor> socket = ConnectToUnix(places_.SupervisorSocket());
  if (!socket.has_value()) return true;
  EventLoop loop;
  bool over = false;
  bool ended = false;
  const auto rung =
      loop.Add(over_.descriptor(), EventLoop::Interest::kRead, [&over] { over = true; });
  // It says nothing to who has asked nothing.
  const auto gone = loop.Add(socket->get(), EventLoop::Interest::kRead, [&] {
    char byte = 0;
    ended = recv(socket->get(), &byte, 1, MSG_DONTWAIT) <= 0;
  });
  while (!over && !ended) {
    if (!loop.Turn(kNever).ok()) return false;
  }
  return !over;
}

void FleetGuard::Run() {
  const int64_t first_ms = kFirstMs + getpid() % kSteps * kStepMs;
  int64_t pause_ms = first_ms;
  while (AwaitEndOfSupervisor() && Pause(pause_ms)) {
    std::error_code unknown;
    // Do not restart the supervisor of a removed home.
    if (!std::filesystem::exists(places_.SupervisorLock(), unknown)) return;
    if (ConnectToUnix(places_.SupervisorSocket()).has_value()) {
      pause_ms = first_ms;
      continue;
    }
    const Status started =
        StartSupervisor(places_, {programs_.program, programs_.python, ""}, &over_);
    pause_ms = started.ok() ? first_ms : std::min(2 * pause_ms, kLongestPauseMs);
    if (!started.ok()) std::fprintf(stderr, "%s\n", Redact(started.error().ToString()).c_str());
  }
}

}  // namespace paisql::fleet
