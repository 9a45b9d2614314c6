#include "fleet/supervise/supervisor.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "base/events/unix_socket.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/whole_number.h"
#include "fleet/control/log_file.h"
#include "fleet/control/messages.h"

namespace paisql::fleet {

namespace {

// Whoever changes what is wanted says so; this is for those who were killed before they could.
constexpr int64_t kLookMs = 2'000;
constexpr int64_t kBoundLogsMs = 10'000;
constexpr size_t kOwnLogBytes = size_t{1} << 20;
constexpr int64_t kMeasureMs = 1'000;
constexpr int kBacklog = 64;
constexpr int64_t kEndLookMs = 50;  // while the front process ends
constexpr int64_t kFrontComesMs = 5'000;

// For the log.
bool Log(const Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s\n", Redact(status.error().ToString()).c_str());
  return status.ok();
}

bool SameRow(const store::ServiceInstance& left, const store::ServiceInstance& right) {
  return left.pid == right.pid && left.process_start == right.process_start &&
         left.port == right.port && left.state == right.state && left.restarts == right.restarts &&
         left.last_error == right.last_error;
}

}  // namespace

Supervisor::Supervisor(store::Catalog& catalog, FleetPlaces places, const std::string& program)
    : catalog_(catalog),
      services_(catalog),
      places_(std::move(places)),
      front_(loop_, places_, program,
             [this](const FrontState& state) {
               instances_.EndDrained(state.generation, state.busy);
               TakeLoad(state.load);
             }),
      instances_(loop_, places_, program, [this] { next_ms_ = 0; }) {}

Status Supervisor::Begin(const std::string& listen, const std::function<void()>& ready) {
  started_ms_ = NowMs();
  PAISQL_ASSIGN(signals_, SignalSource::Open({SIGTERM, SIGINT, SIGHUP}));
  signals_watch_ = loop_.Add(signals_->descriptor(), EventLoop::Interest::kRead, [this] {
    for (const int number : signals_->Take()) stopping_ = stopping_ || number != SIGHUP;
  });
  PAISQL_TRY(instances_.Open());
  PAISQL_ASSIGN(const std::optional<store::Fleet> fleet, services_.ReadFleet());
  PAISQL_ASSIGN(const std::vector<store::ServiceInstance> rows, services_.ListInstances());
  for (const store::ServiceInstance& row : rows) {
    written_[{row.service_id, row.version, row.index}] = row;
  }
  PAISQL_ASSIGN(revision_, services_.Revision());
  PAISQL_ASSIGN(desired_, ReadDesired(catalog_));
  instances_.Adopt(rows, fleet.has_value() ? fleet->boot_id : "", desired_);
  PAISQL_ASSIGN(listener_, ListenAtUnix(places_.SupervisorSocket(), kBacklog));
  listener_watch_ = loop_.Add(listener_.get(), EventLoop::Interest::kRead, [this] { Accept(); });
  if (!front_.Living().empty()) {
    ready();
    AwaitFront();
  }
  PAISQL_TRY(ListenForFront(listen, fleet));
  WriteFleet();
  return Status::Ok();
}

// A front that lives brings the socket at which it listens. One that does not come has lost its
// wits.
void Supervisor::AwaitFront() {
  const int64_t deadline_ms = SteadyMs() + kFrontComesMs;
  while (!front_.connected() && SteadyMs() < deadline_ms && !front_.Living().empty()) {
    if (!Log(loop_.Turn(std::min(deadline_ms, SteadyMs() + kEndLookMs)))) break;
    TidyPeers();
  }
  for (const ProcessIdentity& front : front_.Living()) {
    if (!(front == front_.process())) SignalProcess(front, SIGKILL);
  }
}

Status Supervisor::ListenForFront(const std::string& listen,
                                  const std::optional<store::Fleet>& fleet) {
  if (front_.listens()) return Status::Ok();
  TcpAddress wanted = {"127.0.0.1", 0};
  if (!listen.empty()) {
    PAISQL_ASSIGN(wanted, ReadTcpAddress(listen));
    return front_.Listen(wanted);
  }
  if (!fleet.has_value() || fleet->port == 0) return front_.Listen(wanted);
  Status same = front_.Listen({fleet->host, fleet->port});
  if (same.ok()) return same;
  // Nobody has asked for just this port, and a service at another address is better than none.
  (void)Log(same);
  return front_.Listen({fleet->host, 0});
}

void Supervisor::Accept() {
  Descriptor socket = AcceptOne(listener_);
  if (!socket.open()) return;
  Peer& peer = peers_.emplace_back();
  peer.process = PeerOf(socket);
  peer.channel = std::make_unique<Channel>(
      loop_, std::move(socket), [this, &peer](const std::string& line, Descriptor passed) {
        Hear(peer, line, std::move(passed));
      });
}

void Supervisor::Hear(Peer& peer, const std::string& line, Descriptor passed) {
  if (peer.is_front) return front_.Hear(line);
  if (line == kPoke) {
    peer.waits = true;
    looked_ms_ = 0;
  } else if (line == kWatch) {
    // The peer may have read the catalog before changes that it was not told: let it read again.
    peer.watches = true;
    peer.channel->Send(kChanged);
  } else if (line == kFront) {
    peer.is_front = true;
    peer.passed = std::move(passed);
  }
}

void Supervisor::TidyPeers() {
  for (Peer& peer : peers_) {
    // The link has the channel from here on; the peer stays, because the channel calls it.
    if (!peer.is_front || peer.channel == nullptr) continue;
    front_.Take(std::move(peer.channel), peer.process, std::move(peer.passed));
    std::fprintf(stderr, "the front process is there\n");
  }
  std::erase_if(peers_, [this](const Peer& peer) {
    if (peer.channel != nullptr) return peer.channel->ended();
    return !front_.connected();
  });
}

void Supervisor::ReadWishes() {
  const int64_t now_ms = SteadyMs();
  if (looked_ms_ > 0 && now_ms < looked_ms_ + kLookMs) return;
  looked_ms_ = now_ms;
  const Result<int64_t> revision = services_.Revision();
  if (!revision.ok()) {
    (void)Log(revision.error());
    return;
  }
  if (revision_ == *revision) return;
  Result<std::vector<DesiredService>> desired = ReadDesired(catalog_);
  if (!desired.ok()) {
    (void)Log(desired.error());
    return;
  }
  desired_ = *std::move(desired);
  revision_ = *revision;
  instances_.TryAgain(now_ms);
}

const DesiredService* Supervisor::Find(int64_t service_id) const {
  for (const DesiredService& service : desired_) {
    if (service.wish.service_id == service_id) return &service;
  }
  return nullptr;
}

serving::RouteTable Supervisor::RoutesOf(const std::vector<ServiceShares>& shares) const {
  serving::RouteTable table;
  for (const ServiceShares& service : shares) {
    const DesiredService* const desired = Find(service.service_id);
    if (desired == nullptr) continue;
    serving::ServiceRoute route = desired->route;
    for (const RouteShare& share : service.shares) {
      serving::RouteVersion version = {std::to_string(share.version), share.weight, {}};
      for (const InstanceKey& key : share.ready) version.instances.push_back(instances_.Route(key));
      route.versions.push_back(std::move(version));
    }
    route.awaited = instances_.Awaited(service.service_id);
    route.mirror_percent = service.mirror_percent;
    if (service.mirror_version > 0) route.mirror_version = std::to_string(service.mirror_version);
    table.services.push_back(std::move(route));
  }
  // The table lists stopped services, too: the front knows them and answers with an error.
  for (const DesiredService& service : desired_) {
    if (service.wish.running && !stopping_) continue;
    table.services.push_back(service.route);
    table.services.back().ends = true;
  }
  table.groups = GroupsOf(desired_, table);
  return table;
}

int64_t Supervisor::Measure(int64_t now_ms) {
  bool any = false;
  bool by_cpu = false;
  for (const DesiredService& service : desired_) {
    if (!service.scaling.has_value() || !service.wish.running) continue;
    any = true;
    by_cpu = by_cpu || service.scaling->cpu > 0;
  }
  if (!any) return kNever;
  if (now_ms < measured_ms_ + kMeasureMs) return measured_ms_ + kMeasureMs;
  measured_ms_ = now_ms;
  front_.AskLoad();
  if (by_cpu) {
    for (const auto& [key, cpu_ms] : instances_.CpuMs()) autoscaler_.SeeCpu(key, cpu_ms, now_ms);
  }
  return now_ms + kMeasureMs;
}

void Supervisor::TakeLoad(const std::vector<FrontLoad>& load) {
  const int64_t now_ms = SteadyMs();
  for (const FrontLoad& one : load) {
    for (const DesiredService& service : desired_) {
      if (!service.scaling.has_value() || service.route.name != one.service) continue;
      autoscaler_.SeeRequests({service.wish.service_id, WholeNumberOr(one.version, 0)},
                              one.requests, now_ms);
    }
  }
}

void Supervisor::Step() {
  const int64_t now_ms = SteadyMs();
  ReadWishes();
  int64_t next_ms = std::min(instances_.Look(now_ms), looked_ms_ + kLookMs);
  next_ms = std::min(next_ms, Measure(now_ms));
  std::vector<ServiceWish> wishes;
  for (const DesiredService& service : desired_) {
    wishes.push_back(service.wish);
    if (stopping_) wishes.back().running = false;
  }
  const std::vector<InstanceSeen> seen = instances_.Seen(desired_);
  autoscaler_.Apply(desired_, seen, now_ms, &wishes);
  const FleetStep step = DecideFleet(wishes, seen, now_ms);
  for (const InstanceKey& key : step.forget) instances_.Forget(key);
  for (const InstanceKey& key : step.start) {
    const DesiredService* const service = Find(key.service_id);
    if (service != nullptr) instances_.Start(key, service->launches.at(key.version));
  }
  const int64_t generation = front_.SetRoutes(RoutesOf(step.routes));
  for (const InstanceKey& key : step.drain) instances_.Drain(key, generation);
  next_ms = std::min(next_ms, step.next_ms.value_or(kNever));
  WriteRows();
  if (now_ms >= bounded_ms_ + kBoundLogsMs) {
    bounded_ms_ = now_ms;
    instances_.BoundLogs();
    BoundLog(places_.SupervisorLog(), kOwnLogBytes);
    BoundLog(places_.FrontLog(), kOwnLogBytes);
  }
  // A process that this step started may have failed at once.
  next_ms_ = step.start.empty() ? next_ms : std::min(next_ms, now_ms + 1);
}

void Supervisor::WriteRows() {
  std::vector<store::ServiceInstance> put;
  std::vector<store::ServiceInstance> removed;
  std::map<InstanceKey, store::ServiceInstance> rows;
  for (store::ServiceInstance& row : instances_.Rows()) {
    const InstanceKey key = {row.service_id, row.version, row.index};
    const auto before = written_.find(key);
    if (before == written_.end() || !SameRow(before->second, row)) put.push_back(row);
    rows[key] = std::move(row);
  }
  for (const auto& [key, row] : written_) {
    if (!rows.contains(key)) removed.push_back(row);
  }
  if (put.empty() && removed.empty()) return;
  if (!Log(services_.ChangeInstances(put, removed))) return;  // the next step tries again
  written_ = std::move(rows);
  Tell(kChanged);
}

void Supervisor::Tell(std::string_view line) {
  for (const Peer& peer : peers_) {
    if (peer.watches && peer.channel != nullptr) peer.channel->Send(line);
  }
}

void Supervisor::WriteFleet() {
  const ProcessIdentity self = IdentityOf(getpid());
  store::Fleet fleet;
  fleet.supervisor = {self.pid, self.start};
  fleet.front = {front_.process().pid, front_.process().start};
  fleet.boot_id = self.boot_id;
  fleet.host = front_.address().host;
  fleet.port = front_.address().port;
  fleet.started_ms = started_ms_;
  if (Log(services_.WriteFleet(fleet))) written_front_ = front_.process();
}

bool Supervisor::IsOver() const {
  const bool none = std::none_of(desired_.begin(), desired_.end(),
                                 [](const DesiredService& one) { return one.wish.running; });
  return (none || stopping_) && instances_.empty();
}

void Supervisor::Run() {
  while (true) {
    TidyPeers();
    Step();
    const int64_t front_ms = IsOver() ? kNever : front_.Look(SteadyMs());
    if (!(written_front_ == front_.process())) WriteFleet();
    for (Peer& peer : peers_) {
      if (std::exchange(peer.waits, false) && peer.channel != nullptr) peer.channel->Send(kPoked);
    }
    if (IsOver() && front_.gone()) break;
    if (IsOver()) {
      front_.End();
      next_ms_ = std::min(next_ms_, SteadyMs() + kEndLookMs);
    } else {
      front_.Keep();
    }
    const int64_t deadline_ms = looked_ms_ == 0 ? 0 : std::min(next_ms_, front_ms);
    if (!Log(loop_.Turn(deadline_ms))) break;
  }
  // A process that connects from here on starts a new supervisor.
  listener_watch_.End();
  listener_.Close();
}

}  // namespace paisql::fleet
