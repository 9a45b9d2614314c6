#include "fleet/front/front_process.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "base/events/unix_socket.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "fleet/control/messages.h"
#include "fleet/control/start.h"
#include "http/descriptors.h"

namespace paisql::fleet {

namespace {

constexpr int kMostThreads = 4;
constexpr size_t kOtherDescriptors = 1500;  // connections to instances among them
constexpr size_t kMostConnections = 20000;
constexpr int64_t kFirstRetryMs = 50;
constexpr int64_t kLongestRetryMs = 2'000;

http::ServerOptions OptionsOf(int listener) {
  http::ServerOptions options;
  options.listener = listener;
  options.threads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
  // Each service has limits of its own, for its bodies and for its answers.
  options.body_limit_bytes = std::numeric_limits<int64_t>::max();
  options.answer_timeout_ms = std::numeric_limits<int>::max();
  options.max_connections = std::min(kMostConnections, http::RoomForConnections(kOtherDescriptors));
  return options;
}

}  // namespace

Result<std::unique_ptr<FrontProcess>> FrontProcess::Make(FleetPlaces places, std::string program,
                                                         std::string python, Descriptor listener) {
  PAISQL_ASSIGN(SignalSource signals, SignalSource::Open({SIGTERM, SIGINT, SIGHUP}));
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  return std::unique_ptr<FrontProcess>(new FrontProcess(std::move(places), std::move(program),
                                                        std::move(python), std::move(listener),
                                                        std::move(signals), std::move(bell)));
}

FrontProcess::FrontProcess(FleetPlaces places, std::string program, std::string python,
                           Descriptor listener, SignalSource signals, Bell bell)
    : places_(std::move(places)),
      program_(std::move(program)),
      python_(std::move(python)),
      listener_(std::move(listener)),
      signals_(std::move(signals)),
      bell_(std::move(bell)),
      switchboard_(metrics_, [this] { bell_.Ring(); }) {
  watches_.push_back(loop_.Add(signals_.descriptor(), EventLoop::Interest::kRead, [this] {
    for (const int number : signals_.Take()) over_ = over_ || number != SIGHUP;
  }));
  watches_.push_back(loop_.Add(bell_.descriptor(), EventLoop::Interest::kRead, [this] {
    bell_.Silence();
    TellState();
  }));
}

FrontProcess::~FrontProcess() = default;

Status FrontProcess::Run() {
  while (!over_ && failure_.ok()) {
    if (channel_ == nullptr || channel_->ended()) Reconnect();
    const bool connected = channel_ != nullptr && !channel_->ended();
    if (connected) Watch();
    PAISQL_TRY(loop_.Turn(connected ? ask_at_ms_ : retry_ms_));
  }
  PAISQL_TRY(std::move(failure_));
  if (server_ == nullptr) return Status::Ok();
  front_->BecomeUnready();
  const bool all = server_->Drain(static_cast<int>(FrontDrainMs()));
  front_->Stop();
  if (!all) std::fprintf(stderr, "some requests were not answered in time\n");
  return Status::Ok();
}

void FrontProcess::Watch() {
  const int64_t now_ms = SteadyMs();
  if (now_ms >= ask_at_ms_) {
    ask_at_ms_ = now_ms + kAskMs;
    channel_->Send(kPing);
  }
  if (!silence_.TooLong(now_ms)) return;
  std::fprintf(stderr, "the supervisor does not answer, and is killed\n");
  SignalProcess(supervisor_, SIGKILL);
  silence_.Heard(now_ms);
}

void FrontProcess::Reconnect() {
  const int64_t now_ms = SteadyMs();
  if (now_ms < retry_ms_) return;
  channel_.reset();
  std::optional<Descriptor> socket = ConnectToUnix(places_.SupervisorSocket());
  if (!socket.has_value()) {
    const Status started = StartSupervisor(places_, {program_, python_, ""});
    if (!started.ok()) {
      std::fprintf(stderr, "%s\n", Redact(started.error().ToString()).c_str());
    }
    socket = ConnectToUnix(places_.SupervisorSocket());
  }
  if (!socket.has_value()) {
    const int64_t pause = kFirstRetryMs << std::min(failures_++, 10);
    retry_ms_ = SteadyMs() + std::min(pause, kLongestRetryMs);
    return;
  }
  failures_ = 0;
  generation_ = 0;  // its generations are its own
  // One that takes the connection and ends at once is not to be asked without a pause.
  retry_ms_ = SteadyMs() + kFirstRetryMs;
  supervisor_ = PeerOf(*socket);
  silence_.Heard(SteadyMs());
  channel_ = std::make_unique<Channel>(loop_, *std::move(socket),
                                       [this](const std::string& line, Descriptor) { Hear(line); });
  channel_->Send(kFront, listener_.get());
}

void FrontProcess::Hear(const std::string& line) {
  silence_.Heard(SteadyMs());
  if (line == kEnd) {
    over_ = true;
    channel_->Send(kEnding);
  } else if (line == kPing) {
    channel_->Send(kPong);
  } else if (line == kAskLoad) {
    TellState();
  } else if (line != kPong) {
    failure_ = TakeRoutes(line);
  }
}

Status FrontProcess::TakeRoutes(const std::string& line) {
  PAISQL_ASSIGN(const serving::RouteTable table, serving::RoutesFromJson(line));
  // Before the supervisor has decided for the first time.
  if (table.generation == 0) return Status::Ok();
  switchboard_.Update(table);
  generation_ = table.generation;
  if (server_ == nullptr) PAISQL_TRY(Serve());
  TellState();
  return Status::Ok();
}

// Not before there are routes: until then requests wait where they are, instead of being told that
// there is no such service.
Status FrontProcess::Serve() {
  Descriptor copy(fcntl(listener_.get(), F_DUPFD_CLOEXEC, 0));
  if (!copy.open()) return FileError("listen", "at the services' address", errno);
  const http::ServerOptions options = OptionsOf(copy.get());
  front_ = std::make_unique<serving::Front>(switchboard_, metrics_, counts_,
                                            static_cast<size_t>(options.threads));
  PAISQL_ASSIGN(server_, http::Server::Start(options, *front_, counts_));
  (void)copy.Release();  // the server has it
  return Status::Ok();
}

void FrontProcess::TellState() {
  if (channel_ == nullptr || generation_ == 0) return;
  FrontState state = {generation_, switchboard_.BusyRemoved(), {}};
  for (serving::Switchboard::VersionLoad& one : switchboard_.Load()) {
    state.load.push_back({std::move(one.service), std::move(one.version), one.requests});
  }
  channel_->Send(FrontStateToJson(state));
}

}  // namespace paisql::fleet
