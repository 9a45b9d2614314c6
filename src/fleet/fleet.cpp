#include "fleet/fleet.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/events/unix_socket.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "fleet/control/channel.h"
#include "fleet/control/messages.h"
#include "fleet/control/places.h"
#include "fleet/control/silence.h"
#include "fleet/control/start.h"

namespace paisql::fleet {

namespace {

// A talk with the supervisor.
class Talk {
 public:
  static std::unique_ptr<Talk> Begin(const FleetPlaces& places) {
    std::optional<Descriptor> socket = ConnectToUnix(places.SupervisorSocket());
    if (!socket.has_value()) return nullptr;
    const ProcessIdentity supervisor = PeerOf(*socket);
    return std::unique_ptr<Talk>(new Talk(*std::move(socket), supervisor));
  }
  void Say(std::string_view line) { channel_.Send(line); }
  // Whether the supervisor has sent the line by the deadline. A repeated line counts once.
  bool Await(std::string_view line, int64_t deadline_ms) {
    said_ = false;
    awaited_ = line;
    while (!said_ && !channel_.ended() && !stopped_ && SteadyMs() < deadline_ms) {
      if (!loop_.Turn(deadline_ms).ok()) return false;
    }
    return said_;
  }
  bool ended() const { return channel_.ended(); }
  bool stopped() const { return stopped_; }
  const ProcessIdentity& supervisor() const { return supervisor_; }
  // Ends the waiting when the bell is rung.
  void EndAt(const Bell& bell) {
    bell_ = loop_.Add(bell.descriptor(), EventLoop::Interest::kRead, [this] { stopped_ = true; });
  }

 private:
  Talk(Descriptor socket, ProcessIdentity supervisor)
      : supervisor_(std::move(supervisor)),
        channel_(loop_, std::move(socket), [this](const std::string& line, Descriptor) {
          said_ = said_ || line == awaited_;
        }) {}

  const ProcessIdentity supervisor_;

  EventLoop loop_;
  Channel channel_;
  EventLoop::Watch bell_;
  std::string awaited_;
  bool said_ = false;
  bool stopped_ = false;
};

// Whether a supervisor has looked at the catalog. Kills one that does not answer.
bool Poke(const FleetPlaces& places, const Bell* stop = nullptr) {
  const std::unique_ptr<Talk> talk = Talk::Begin(places);
  if (talk == nullptr) return false;
  if (stop != nullptr) talk->EndAt(*stop);
  talk->Say(kPoke);
  if (talk->Await(kPoked, SteadyMs() + SupervisorSilenceMs())) return true;
  // One that hangs would keep out the next one. Nobody else notices while there is no front.
  if (!talk->ended() && !talk->stopped()) SignalProcess(talk->supervisor(), SIGKILL);
  return false;
}

// nullopt: neither yet.
Result<std::optional<Waited>> Look(store::Catalog& catalog, int64_t service_id, int64_t version) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(const std::vector<store::Service> all, services.List());
  const auto service =
      std::find_if(all.begin(), all.end(),
                   [service_id](const store::Service& one) { return one.id == service_id; });
  const store::ServiceVersion* const wanted =
      service == all.end() ? nullptr : service->Version(version);
  if (service == all.end()) {
    return std::optional(Waited{Readiness::kOvertaken, "the service was dropped"});
  }
  if (!service->running) {
    return std::optional(Waited{Readiness::kOvertaken, "the service was stopped"});
  }
  if (wanted == nullptr || wanted->role == store::ServiceRole::kRetired) {
    return std::optional(Waited{Readiness::kOvertaken, "another version has taken its place"});
  }
  PAISQL_ASSIGN(const std::vector<store::ServiceInstance> rows, services.ListInstances());
  int ready = 0;
  for (const store::ServiceInstance& row : rows) {
    if (row.service_id != service_id || row.version != version) continue;
    if (row.state == store::InstanceState::kReady) ++ready;
    // It may have been started again before anybody looked.
    const bool again = row.state == store::InstanceState::kStarting && row.restarts > 0;
    const bool ended = again || row.state == store::InstanceState::kBackoff ||
                       row.state == store::InstanceState::kFailed;
    if (ended) return std::optional(Waited{Readiness::kFailed, row.last_error});
  }
  if (ready >= wanted->instances) return std::optional(Waited{});
  return std::optional<Waited>();
}

}  // namespace

Result<store::Fleet> EnsureFleet(store::Catalog& catalog, const FleetPrograms& programs,
                                 const std::stop_token& stop) {
  PAISQL_ASSIGN(const Bell bell, Bell::Make());
  const std::stop_callback ring(stop, [&bell] { bell.Ring(); });
  const FleetPlaces places(catalog.home().path());
  // A supervisor that is about to end takes no more requests; the next one then begins.
  for (int attempt = 0; attempt < 3 && !Poke(places, &bell); ++attempt) {
    if (stop.stop_requested()) break;
    PAISQL_TRY(
        StartSupervisor(places, {programs.program, programs.python, programs.listen}, &bell));
  }
  if (stop.stop_requested()) return Error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""};
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(std::optional<store::Fleet> fleet, services.ReadFleet());
  if (fleet.has_value() && fleet->port > 0) return *std::move(fleet);
  return Error{ErrorCode::kEnvironment,
               "the home's services have no address",
               {},
               "the supervisor's log is " + places.SupervisorLog()};
}

void PokeFleet(store::Catalog& catalog) { (void)Poke(FleetPlaces(catalog.home().path())); }

Result<Waited> WaitUntilReady(store::Catalog& catalog, int64_t service_id, int64_t version,
                              int64_t deadline_ms, const std::stop_token& stop) {
  PAISQL_ASSIGN(const Bell bell, Bell::Make());
  const std::stop_callback ring(stop, [&bell] { bell.Ring(); });
  // The supervisor answers kWatch, and each look follows its last word: so no change is missed.
  const std::unique_ptr<Talk> talk = Talk::Begin(FleetPlaces(catalog.home().path()));
  if (talk == nullptr) return Waited{Readiness::kNoFleet};
  talk->EndAt(bell);
  talk->Say(kWatch);
  while (true) {
    PAISQL_ASSIGN(std::optional<Waited> waited, Look(catalog, service_id, version));
    if (waited.has_value()) return *std::move(waited);
    if (stop.stop_requested()) return Waited{Readiness::kStopped};
    if (SteadyMs() >= deadline_ms) return Waited{Readiness::kTimeout};
    if (talk->ended()) return Waited{Readiness::kNoFleet};
    (void)talk->Await(kChanged, deadline_ms);
  }
}

}  // namespace paisql::fleet
