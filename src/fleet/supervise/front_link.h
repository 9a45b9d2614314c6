#pragma once

// The front process, as the supervisor has it: started, started again when it has ended or hangs,
// told the routes. Both have the socket at which it listens, so that the address stays taken and
// clients wait for a moment, whichever of the two is killed. Private to this folder, and to its one
// thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/result.h"
#include "fleet/control/channel.h"
#include "fleet/control/messages.h"
#include "fleet/control/places.h"
#include "fleet/control/silence.h"
#include "fleet/control/tcp_listener.h"
#include "serving/front/routes.h"

namespace paisql::fleet {

class FrontLink {
 public:
  // `told` gets what the front goes by.
  FrontLink(EventLoop& loop, FleetPlaces places, std::string program,
            std::function<void(const FrontState&)> told);

  // Listens where it is wanted; kEnvironment when another program has the port.
  Status Listen(const TcpAddress& wanted);
  TcpAddress address() const { return address_; }
  bool listens() const { return listener_.open(); }

  // The living fronts that supervisors of this home have started, connected or not.
  std::vector<ProcessIdentity> Living() const;
  // A front has come, maybe with the socket at which it listens.
  void Take(std::unique_ptr<Channel> channel, const ProcessIdentity& process, Descriptor listener);
  // A line of the front that has come.
  void Hear(const std::string& line);

  // Sends the routes when they are others than before. Their generation.
  int64_t SetRoutes(serving::RouteTable table);
  // Has the front say what it has counted.
  void AskLoad();
  // Starts the front when there is none and the pause after its last end is over, and kills one
  // that hangs. Returns when to look again.
  int64_t Look(int64_t now_ms);
  bool connected() const { return channel_ != nullptr; }
  const ProcessIdentity& process() const { return process_; }
  // Has it answer what it has, and end.
  void End();
  // It is wanted after all.
  void Keep() { ending_ = false; }
  bool gone() const;

 private:
  void Start(int64_t now_ms);
  // False for a front that has not said for too long that it lives, or does not end.
  bool Lives(int64_t now_ms);

  EventLoop& loop_;
  const FleetPlaces places_;
  const std::string program_;
  const std::function<void(const FrontState&)> told_;
  Descriptor listener_;
  TcpAddress address_;
  std::unique_ptr<Channel> channel_;
  ProcessIdentity process_;
  serving::RouteTable routes_;
  int failures_ = 0;
  int64_t started_ms_ = 0;
  int64_t retry_ms_ = 0;
  Silence silence_{kLongestSilenceMs};
  int64_t ask_at_ms_ = 0;
  int64_t end_by_ms_ = 0;  // of a front that was told to end
  bool ending_ = false;
};

}  // namespace paisql::fleet
