#pragma once

// An instance also guards its home's supervisor. Supervisor and front restart each other; after a
// kill of both, only the instances remain. Each instance is connected to the supervisor, and starts
// a new supervisor when the old one is gone and no other process has started one.

#include <memory>
#include <thread>

#include "base/events/event_sources.h"
#include "base/result.h"
#include "fleet/control/places.h"
#include "fleet/fleet.h"

namespace paisql::fleet {

// Runs its own thread until its destruction, and reports errors on standard error.
class FleetGuard {
 public:
  // nullptr in a process that is not an instance of a home.
  static Result<std::unique_ptr<FleetGuard>> Begin(const FleetPrograms& programs);
  ~FleetGuard();

 private:
  FleetGuard(FleetPlaces places, FleetPrograms programs, Bell bell);
  void Run();
  // False when the guard is to end.
  bool AwaitEndOfSupervisor();
  bool Pause(int64_t pause_ms);

  const FleetPlaces places_;
  const FleetPrograms programs_;
  const Bell over_;
  std::thread thread_;
};

}  // namespace paisql::fleet
