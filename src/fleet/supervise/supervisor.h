#pragma once

// Each home has one supervisor process, which starts and ends processes until they match the
// catalog. It keeps its knowledge in the catalog, so that after a kill the next one continues.
// Private to this folder and to fleet.cpp.

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/result.h"
#include "fleet/control/channel.h"
#include "fleet/control/messages.h"
#include "fleet/control/places.h"
#include "fleet/plan/autoscaler.h"
#include "fleet/plan/desired.h"
#include "fleet/supervise/front_link.h"
#include "fleet/supervise/instances.h"
#include "store/catalog.h"
#include "store/services.h"

namespace paisql::fleet {

class Supervisor {
 public:
  // The catalog outlives it. SIGTERM, SIGINT and SIGHUP are blocked.
  Supervisor(store::Catalog& catalog, FleetPlaces places, const std::string& program);

  // Takes over what a supervisor before has left, and listens. `listen` as FleetPrograms has it.
  // `ready` is called early when there is a front that has to be waited for: it may be the one that
  // waits for this supervisor.
  Status Begin(const std::string& listen, const std::function<void()>& ready);
  // Returns when no service is to run and none does, or when a signal has come and all has ended.
  void Run();

 private:
  // Somebody who talks to the supervisor.
  struct Peer {
    std::unique_ptr<Channel> channel;
    bool watches = false;
    bool waits = false;  // for kPoked
    bool is_front = false;
    ProcessIdentity process;
    Descriptor passed;
  };

  // Waits for fronts that live to come, and kills those that do not.
  void AwaitFront();
  Status ListenForFront(const std::string& listen, const std::optional<store::Fleet>& fleet);
  void Accept();
  void Hear(Peer& peer, const std::string& line, Descriptor passed);
  void TidyPeers();
  // Reads what is wanted when it has changed.
  void ReadWishes();
  void Step();
  serving::RouteTable RoutesOf(const std::vector<ServiceShares>& shares) const;
  const DesiredService* Find(int64_t service_id) const;
  // Asks now and then how busy the services are whose numbers of instances follow the load. Returns
  // when to ask again.
  int64_t Measure(int64_t now_ms);
  void TakeLoad(const std::vector<FrontLoad>& load);
  void WriteRows();
  void WriteFleet();
  void Tell(std::string_view line);
  bool IsOver() const;

  store::Catalog& catalog_;
  store::ServiceCatalog services_;
  const FleetPlaces places_;
  EventLoop loop_;
  std::optional<SignalSource> signals_;
  EventLoop::Watch signals_watch_;
  Descriptor listener_;
  EventLoop::Watch listener_watch_;
  FrontLink front_;
  Instances instances_;
  Autoscaler autoscaler_;
  std::list<Peer> peers_;

  std::vector<DesiredService> desired_;
  std::optional<int64_t> revision_;
  std::map<InstanceKey, store::ServiceInstance> written_;
  ProcessIdentity written_front_;
  int64_t started_ms_ = 0;
  int64_t looked_ms_ = 0;    // at the catalog
  int64_t bounded_ms_ = 0;   // the logs
  int64_t measured_ms_ = 0;  // the load
  int64_t next_ms_ = 0;
  bool stopping_ = false;
};

}  // namespace paisql::fleet
