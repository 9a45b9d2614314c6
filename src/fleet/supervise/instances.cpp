#include "fleet/supervise/instances.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "fleet/control/log_file.h"
#include "fleet/supervise/end_words.h"
#include "fleet/supervise/session_cpu.h"
#include "serving/service/serve.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kHealthyMs = 10'000;  // so long after the last failure all is well
constexpr int64_t kLongestStartMs = 600'000;
constexpr int64_t kFrontAnswersMs = 30'000;  // a front that is stuck keeps nobody from ending
constexpr int64_t kKillSlackMs = 5'000;
constexpr size_t kLogBytes = size_t{4} << 20;
constexpr int kCannotServe = 3;  // docs/serving-http.md
constexpr int64_t kBytesInMb = int64_t{1} << 20;

std::string Marker(const FleetPlaces& places) {
  return std::string(kHomeVariable) + "=" + places.home();
}

// A line that it has written whole.
bool SaysReady(const std::string& said) { return said.ends_with('\n'); }

}  // namespace

Instances::Instances(EventLoop& loop, FleetPlaces places, std::string program,
                     std::function<void()> changed)
    : loop_(loop),
      places_(std::move(places)),
      program_(std::move(program)),
      changed_(std::move(changed)) {}

Status Instances::Open() {
  PAISQL_TRY(MakeFolders(places_.ReadyFolder()));
  PAISQL_TRY(MakeFolders(places_.LogFolder()));
  PAISQL_TRY(MakeFolders(places_.SocketFolder()));
  sayings_ = Descriptor(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!sayings_.open() ||
      inotify_add_watch(sayings_.get(), places_.ReadyFolder().c_str(), IN_MODIFY) < 0) {
    return FileError("watch", places_.ReadyFolder(), errno);
  }
  sayings_watch_ = loop_.Add(sayings_.get(), EventLoop::Interest::kRead, [this] {
    std::array<char, 4096> events{};
    while (read(sayings_.get(), events.data(), events.size()) > 0) {
    }
    changed_();
  });
  return Status::Ok();
}

std::string Instances::NameOf(const InstanceKey& key) const {
  return std::to_string(key.service_id) + "-" + std::to_string(key.version) + "-" +
         std::to_string(key.index);
}

std::string Instances::SocketOf(const InstanceKey& key) const {
  return places_.SocketFolder() + "/" + NameOf(key);
}

std::string Instances::LogOf(const InstanceKey& key) const {
  return places_.LogFolder() + "/" + NameOf(key) + ".log";
}

void Instances::Adopt(const std::vector<store::ServiceInstance>& rows, const std::string& boot_id,
                      const std::vector<DesiredService>& desired) {
  const int64_t now_ms = SteadyMs();
  for (const store::ServiceInstance& row : rows) {
    const InstanceKey key = {row.service_id, row.version, row.index};
    Instance instance;
    instance.identity = {row.pid, row.process_start, boot_id};
    if (!IsAlive(instance.identity) ||
        !HasInEnvironment(static_cast<pid_t>(row.pid), Marker(places_))) {
      continue;  // what is wanted of it is started anew
    }
    instance.since_ms = now_ms;
    instance.restarts = row.restarts;
    instance.last_error = row.last_error;
    // One that the supervisor before had sent away is ready, too, and is sent away anew.
    const bool is_ready =
        row.state == store::InstanceState::kReady || row.state == store::InstanceState::kDraining;
    if (is_ready) BecomeReady(key, instance, now_ms);
    for (const DesiredService& service : desired) {
      const auto launch = service.launches.find(row.version);
      if (service.wish.service_id != row.service_id || launch == service.launches.end()) continue;
      const std::string text = launch->second.Text();
      instance.grace_ms = launch->second.grace_ms;
      instance.memory_mb = launch->second.options.memory_mb;
      if (HasInEnvironment(static_cast<pid_t>(row.pid),
                           std::string(kLaunchVariable) + "=" + text)) {
        instance.launch = text;
      }
    }
    WatchEnd(all_[key] = std::move(instance));
  }
  EndStrays();
}

// Whatever else has the marker. Each instance leads a session of its own; a process in the session
// of one that was taken over is its helper, which has the marker from it.
void Instances::EndStrays() const {
  for (const ProcessIdentity& stray : ProcessesWith(Marker(places_))) {
    const pid_t leader = getsid(static_cast<pid_t>(stray.pid));
    const bool known = std::any_of(all_.begin(), all_.end(), [&](const auto& entry) {
      return entry.second.identity == stray || entry.second.identity.pid == leader;
    });
    if (!known) SignalProcess(stray, SIGKILL);
  }
}

void Instances::Start(const InstanceKey& key, const Launch& launch) {
  const int64_t now_ms = SteadyMs();
  Instance& instance = all_[key];
  if (instance.phase == InstancePhase::kPaused && instance.failures > 0) ++instance.restarts;
  instance.phase = InstancePhase::kStarting;
  instance.since_ms = now_ms;
  instance.grace_ms = launch.grace_ms;
  instance.memory_mb = launch.options.memory_mb;
  instance.launch = launch.Text();
  const Status spawned = Spawned(key, launch, instance);
  if (!spawned.ok()) return Fail(instance, spawned.error().ToString(), now_ms);
  WatchEnd(instance);
}

Status Instances::Spawned(const InstanceKey& key, const Launch& launch, Instance& instance) {
  const std::string said = places_.ReadyFolder() + "/" + NameOf(key);
  // A file of its own for each start: one that ends late must not say that another one is ready.
  (void)unlink(said.c_str());
  const Descriptor file(open(said.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.open()) return FileError("make", said, errno);
  SpawnOptions options;
  options.command = launch.Arguments(places_.home());
  options.command.insert(options.command.begin(), program_);
  options.data_bytes = launch.options.memory_mb * kBytesInMb;
  options.may_raise_data_limit = true;  // who finds no supervisor starts one
  // Its socket is for the front, which asks for tokens; the user's own one is of no concern.
  options.environment = EnvironmentWith({{serving::kSocketVariable, SocketOf(key)},
                                         {kTokenVariable, ""},
                                         {kModelConfigVariable, launch.options.model_config},
                                         {kHomeVariable, places_.home()},
                                         {kLaunchVariable, instance.launch}});
  options.folder = "/";
  options.output = LogOf(key);
  options.streams = {-1, file.get(), -1};
  options.new_session = true;
  instance.log_from = LogSize(options.output);
  PAISQL_ASSIGN(const pid_t pid, Spawn(options));
  instance.identity = IdentityOf(pid);
  instance.identity.pid = pid;
  return Status::Ok();
}

void Instances::WatchEnd(Instance& instance) {
  instance.process = WatchProcess(instance.identity);
  instance.watch =
      loop_.Add(instance.process.get(), EventLoop::Interest::kRead, [this] { changed_(); });
  // One that has ended already cannot be watched.
  if (!instance.process.open()) changed_();
}

void Instances::ReadReady(const InstanceKey& key, Instance& instance, int64_t now_ms) {
  const Result<std::string> said = ReadFile(places_.ReadyFolder() + "/" + NameOf(key));
  if (said.ok() && SaysReady(*said)) BecomeReady(key, instance, now_ms);
}

void Instances::BecomeReady(const InstanceKey& key, Instance& instance, int64_t now_ms) {
  instance.health = std::make_unique<Health>(loop_, SocketOf(key), now_ms);
  instance.phase = InstancePhase::kReady;
  instance.was_ready = true;
  instance.since_ms = now_ms;
}

void Instances::Fail(Instance& instance, const std::string& why, int64_t now_ms) {
  const bool was_healthy =
      instance.phase == InstancePhase::kReady && now_ms - instance.since_ms >= kHealthyMs;
  instance.failures = was_healthy ? 1 : instance.failures + 1;
  instance.phase = InstancePhase::kPaused;
  instance.last_error = Redact(why);
  instance.since_ms = now_ms;
  instance.retry_ms = now_ms + PauseMs(instance.failures);
  instance.identity = {};
  instance.process.Close();
  instance.health.reset();
  instance.hangs = false;
}

bool Instances::Ended(const InstanceKey& key, Instance& instance, int64_t now_ms) {
  instance.watch.End();
  int status = 0;
  const pid_t waited = waitpid(static_cast<pid_t>(instance.identity.pid), &status, WNOHANG);
  if (instance.phase == InstancePhase::kDraining) return false;
  const bool never_ready = instance.phase == InstancePhase::kStarting;
  const std::string said = LogTail(LogOf(key), instance.log_from);
  const int signal = waited > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  Fail(instance, WordsOfEnd({said, instance.hangs, signal, instance.was_ready, instance.memory_mb}),
       now_ms);
  // A model that cannot be used stays so.
  const bool refused = waited > 0 && WIFEXITED(status) && WEXITSTATUS(status) == kCannotServe;
  if (never_ready && refused) instance.retry_ms = kNever;
  return true;
}

void Instances::TryAgain(int64_t now_ms) {
  for (auto& [key, instance] : all_) {
    if (instance.phase != InstancePhase::kPaused || instance.retry_ms != kNever) continue;
    instance.retry_ms = now_ms;
    instance.failures = 0;  // a first start, as that of something new
    instance.restarts = 0;
  }
}

void Instances::Drain(const InstanceKey& key, int64_t generation) {
  const auto found = all_.find(key);
  if (found == all_.end()) return;
  Instance& instance = found->second;
  // Nobody has asked it anything.
  const bool at_once = instance.phase == InstancePhase::kStarting;
  instance.phase = InstancePhase::kDraining;
  instance.health.reset();
  instance.since_ms = SteadyMs();
  instance.drained_at = generation;
  if (at_once) AskToEnd(instance, instance.since_ms);
}

void Instances::AskToEnd(Instance& instance, int64_t now_ms) {
  if (instance.kill_at_ms > 0) return;
  instance.kill_at_ms = now_ms + instance.grace_ms + kKillSlackMs;
  (void)SignalWatched(instance.process, SIGTERM);
}

void Instances::EndDrained(int64_t generation, const std::vector<std::string>& busy) {
  for (auto& [key, instance] : all_) {
    if (instance.phase != InstancePhase::kDraining || instance.drained_at > generation) continue;
    if (std::find(busy.begin(), busy.end(), Route(key).id) == busy.end()) {
      AskToEnd(instance, SteadyMs());
    }
  }
}

int64_t Instances::Deadline(const Instance& instance) {
  switch (instance.phase) {
    case InstancePhase::kStarting:
      return instance.since_ms + kLongestStartMs;
    case InstancePhase::kDraining:
      return instance.kill_at_ms > 0 ? instance.kill_at_ms : instance.since_ms + kFrontAnswersMs;
    default:
      return kNever;
  }
}

// Ends an instance that missed its deadline: asks a draining one once, else kills it.
void Instances::Hurry(Instance& instance, int64_t now_ms) {
  if (instance.phase == InstancePhase::kDraining && instance.kill_at_ms == 0) {
    return AskToEnd(instance, now_ms);
  }
  (void)SignalWatched(instance.process, SIGKILL);
  if (instance.phase == InstancePhase::kStarting) instance.since_ms = now_ms;
  instance.kill_at_ms = now_ms + kKillSlackMs;
}

int64_t Instances::Look(int64_t now_ms) {
  int64_t next_ms = kNever;
  for (auto entry = all_.begin(); entry != all_.end();) {
    auto& [key, instance] = *entry;
    const auto here = entry++;
    if (instance.phase == InstancePhase::kPaused) continue;
    if (instance.phase == InstancePhase::kStarting) ReadReady(key, instance, now_ms);
    if (!IsAlive(instance.identity)) {
      if (!Ended(key, instance, now_ms)) all_.erase(here);
      continue;
    }
    if (Deadline(instance) <= now_ms) Hurry(instance, now_ms);
    if (instance.health != nullptr) {
      instance.hangs = !instance.health->Look(now_ms);
      if (instance.hangs) (void)SignalWatched(instance.process, SIGKILL);
      next_ms = std::min(next_ms, now_ms + kAskMs);
    }
    next_ms = std::min(next_ms, Deadline(instance));
  }
  return next_ms;
}

void Instances::BoundLogs() const {
  for (const auto& [key, instance] : all_) BoundLog(LogOf(key), kLogBytes);
}

std::vector<InstanceSeen> Instances::Seen(const std::vector<DesiredService>& desired) const {
  std::vector<InstanceSeen> seen;
  for (const auto& [key, instance] : all_) {
    InstanceSeen one{key, instance.phase, true, instance.was_ready, instance.retry_ms};
    for (const DesiredService& service : desired) {
      const auto launch = service.launches.find(key.version);
      if (service.wish.service_id != key.service_id || launch == service.launches.end()) continue;
      one.current = launch->second.Text() == instance.launch;
    }
    seen.push_back(one);
  }
  return seen;
}

std::vector<store::ServiceInstance> Instances::Rows() const {
  using State = store::InstanceState;
  constexpr std::array<State, 4> kStates = {State::kStarting, State::kReady, State::kDraining,
                                            State::kBackoff};
  std::vector<store::ServiceInstance> rows;
  for (const auto& [key, instance] : all_) {
    store::ServiceInstance row;
    row.service_id = key.service_id;
    row.version = key.version;
    row.index = key.index;
    row.pid = instance.identity.pid;
    row.process_start = instance.identity.start;
    row.state = kStates[static_cast<size_t>(instance.phase)];
    const bool waits = instance.phase == InstancePhase::kPaused;
    if (waits && instance.retry_ms == kNever) row.state = State::kFailed;
    row.restarts = instance.restarts;
    row.last_error = instance.last_error;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::map<InstanceKey, int64_t> Instances::CpuMs() const {
  const std::map<pid_t, int64_t> by_session = CpuMsBySession();
  std::map<InstanceKey, int64_t> used;
  for (const auto& [key, instance] : all_) {
    const auto found = by_session.find(static_cast<pid_t>(instance.identity.pid));
    if (found != by_session.end()) used[key] = found->second;
  }
  return used;
}

bool Instances::Awaited(int64_t service_id) const {
  return std::any_of(all_.begin(), all_.end(), [service_id](const auto& entry) {
    const Instance& instance = entry.second;
    if (entry.first.service_id != service_id) return false;
    return instance.phase == InstancePhase::kStarting ||
           (instance.phase == InstancePhase::kPaused && instance.retry_ms != kNever);
  });
}

serving::RouteInstance Instances::Route(const InstanceKey& key) const {
  const auto found = all_.find(key);
  if (found == all_.end()) return {};
  const ProcessIdentity& identity = found->second.identity;
  return {NameOf(key) + "-" + std::to_string(identity.pid) + "-" + std::to_string(identity.start),
          SocketOf(key)};
}

}  // namespace paisql::fleet
