#pragma once

// What an instance does for its home beside answering. Supervisor and front bring each other back;
// when both have been killed at once, nobody is left but the instances. Each of them is connected
// to the supervisor, and starts another one when it has gone and nobody else has done so.

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
