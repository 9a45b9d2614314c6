#pragma once

// The process that has a home's one port: it does what the supervisor tells it, and starts the
// supervisor again when that has ended or hangs. Private to this folder and to fleet.cpp.

#include <memory>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/process/process.h"
#include "base/result.h"
#include "fleet/control/channel.h"
#include "fleet/control/places.h"
#include "fleet/control/silence.h"
#include "http/server.h"
#include "serving/front/front.h"
#include "serving/front/front_metrics.h"
#include "serving/front/switchboard.h"

namespace paisql::fleet {

class FrontProcess {
 public:
  // `listener` is a socket that listens. SIGTERM, SIGINT and SIGHUP are blocked.
  static Result<std::unique_ptr<FrontProcess>> Make(FleetPlaces places, std::string program,
                                                    std::string python, Descriptor listener);
  ~FrontProcess();

  // Takes requests as soon as it has routes, until the supervisor says that it is over or a signal
  // comes; returns when all is answered, or it has waited long enough.
  Status Run();

 private:
  FrontProcess(FleetPlaces places, std::string program, std::string python, Descriptor listener,
               SignalSource signals, Bell bell);

  void Hear(const std::string& line);
  Status TakeRoutes(const std::string& line);
  Status Serve();
  void Reconnect();
  // Asks the supervisor whether it lives, and kills one that does not say so for too long.
  void Watch();
  void TellState();

  const FleetPlaces places_;
  const std::string program_;
  const std::string python_;
  Descriptor listener_;
  SignalSource signals_;
  Bell bell_;  // an instance that has left the routes has no request any more
  EventLoop loop_;
  std::vector<EventLoop::Watch> watches_;
  std::unique_ptr<Channel> channel_;
  ProcessIdentity supervisor_;  // at the other end of the channel
  Silence silence_{SupervisorSilenceMs()};
  int64_t ask_at_ms_ = 0;
  int64_t retry_ms_ = 0;
  int failures_ = 0;
  int64_t generation_ = 0;
  bool over_ = false;
  Status failure_;

  http::ServerCounts counts_;
  serving::FrontMetrics metrics_;
  serving::Switchboard switchboard_;
  std::unique_ptr<serving::Front> front_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace paisql::fleet
