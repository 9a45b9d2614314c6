#pragma once

// Starts the supervisor of a home: this same program, a small process of its own.

#include <string>

#include "base/events/event_sources.h"
#include "base/result.h"
#include "fleet/control/places.h"

namespace paisql::fleet {

// Names the descriptor on which a supervisor writes one byte when it listens. The process that
// starts the supervisor sets it.
inline constexpr const char* kReadyVariable = "PAISQL_READY_FD";
// Names the socket at which a front listens.
inline constexpr const char* kListenerVariable = "PAISQL_LISTENER_FD";

struct SupervisorStart {
  std::string program;  // absolute path of this binary
  std::string python;   // see FleetPrograms
  // "127.0.0.1:8080", where the front listens; "": as before, and for the first time at a free port
  // of 127.0.0.1.
  std::string listen;
};

// Returns when a supervisor listens: the one that was started, or another one that was there
// already; also when `stop` is rung. kEnvironment, with the end of its log, when it cannot.
Status StartSupervisor(const FleetPlaces& places, const SupervisorStart& start,
                       const Bell* stop = nullptr);

}  // namespace paisql::fleet
