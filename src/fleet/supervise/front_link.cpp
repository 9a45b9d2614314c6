#include "fleet/supervise/front_link.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "base/system/clock.h"
#include "fleet/control/lock.h"
#include "fleet/control/start.h"
#include "fleet/plan/fleet_step.h"

namespace paisql::fleet {

namespace {

// A front that lives comes by itself; one that does not within this time never will.
constexpr int64_t kComesMs = 5'000;
constexpr int64_t kFrontHealthyMs = 10'000;
constexpr int64_t kLongestFrontPauseMs = 2'000;
constexpr int64_t kDrainSlackMs = 5'000;  // more than it takes itself for its last answers

}  // namespace

FrontLink::FrontLink(EventLoop& loop, FleetPlaces places, std::string program,
                     std::function<void(const FrontState&)> told)
    : loop_(loop),
      places_(std::move(places)),
      program_(std::move(program)),
      told_(std::move(told)) {}

Status FrontLink::Listen(const TcpAddress& wanted) {
  PAISQL_ASSIGN(listener_, ListenAtTcp(wanted));
  address_ = AddressOf(listener_);
  return Status::Ok();
}

void FrontLink::Take(std::unique_ptr<Channel> channel, const ProcessIdentity& process,
                     Descriptor listener) {
  channel_ = std::move(channel);
  process_ = process;
  silence_.Heard(SteadyMs());
  end_by_ms_ = 0;
  if (!listener_.open() && listener.open()) {
    listener_ = std::move(listener);
    address_ = AddressOf(listener_);
  }
  channel_->Send(RoutesToJson(routes_));
}

std::vector<ProcessIdentity> FrontLink::Living() const {
  return ProcessesWith(std::string(kFrontVariable) + "=" + places_.home());
}

void FrontLink::Hear(const std::string& line) {
  const int64_t now_ms = SteadyMs();
  silence_.Heard(now_ms);
  if (line == kPing && channel_ != nullptr) channel_->Send(kPong);
  if (line == kEnding) end_by_ms_ = now_ms + FrontDrainMs() + kDrainSlackMs;
  if (const Result<FrontState> state = FrontStateFromJson(line); state.ok()) told_(*state);
}

int64_t FrontLink::SetRoutes(serving::RouteTable table) {
  table.generation = routes_.generation;
  if (table == routes_ && routes_.generation > 0) return routes_.generation;
  ++table.generation;
  routes_ = std::move(table);
  if (channel_ != nullptr) channel_->Send(RoutesToJson(routes_));
  return routes_.generation;
}

void FrontLink::AskLoad() {
  if (channel_ != nullptr) channel_->Send(kAskLoad);
}

bool FrontLink::Lives(int64_t now_ms) {
  if (end_by_ms_ > 0) return now_ms < end_by_ms_;
  if (now_ms >= ask_at_ms_) {
    ask_at_ms_ = now_ms + kAskMs;
    channel_->Send(kPing);
  }
  return !silence_.TooLong(now_ms);
}

int64_t FrontLink::Look(int64_t now_ms) {
  if (channel_ != nullptr && !channel_->ended()) {
    if (!Lives(now_ms)) {
      std::fprintf(stderr, "the front process does not answer, and is killed\n");
      SignalProcess(process_, SIGKILL);
    }
    return now_ms + kAskMs;
  }
  if (channel_ != nullptr && channel_->ended()) {
    channel_.reset();
    failures_ = now_ms - started_ms_ > kFrontHealthyMs ? 0 : failures_ + 1;
    retry_ms_ =
        failures_ == 0 ? now_ms : now_ms + std::min(PauseMs(failures_), kLongestFrontPauseMs);
  }
  if (ending_ || !listener_.open()) return kNever;
  if (IsAlive(process_) && now_ms < started_ms_ + kComesMs) return started_ms_ + kComesMs;
  if (now_ms < retry_ms_) return retry_ms_;
  // One that lives and does not come has lost its wits; its lock would keep the next one out.
  for (const ProcessIdentity& lost : Living()) SignalProcess(lost, SIGKILL);
  Start(now_ms);
  return now_ms + kComesMs;
}

bool FrontLink::gone() const {
  return (channel_ == nullptr || channel_->ended()) && !IsAlive(process_);
}

void FrontLink::Start(int64_t now_ms) {
  started_ms_ = now_ms;
  // The one before, when it was ours.
  if (process_.pid > 0) (void)waitpid(static_cast<pid_t>(process_.pid), nullptr, WNOHANG);
  SpawnOptions options;
  options.command = {program_, "--front-home", places_.home()};
  options.environment =
      EnvironmentWith({{kListenerVariable, "3"}, {kFrontVariable, places_.home()}});
  options.folder = std::string("/");
  options.output = places_.FrontLog();
  options.inherited = {listener_.get()};
  options.new_session = true;
  const Result<pid_t> pid = Spawn(options);
  if (pid.ok()) {
    process_ = IdentityOf(*pid);
    return;
  }
  retry_ms_ = now_ms + std::min(PauseMs(++failures_), kLongestFrontPauseMs);
}

void FrontLink::End() {
  const int64_t now_ms = SteadyMs();
  if (std::exchange(ending_, true)) {
    if (now_ms >= end_by_ms_) SignalProcess(process_, SIGKILL);
    return;
  }
  end_by_ms_ = now_ms + kLongestSilenceMs;
  if (channel_ != nullptr) {
    channel_->Send(kEnd);
  } else {
    SignalProcess(process_, SIGTERM);
  }
}

}  // namespace paisql::fleet
