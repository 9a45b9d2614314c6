#pragma once

// The processes that serve a home's services: a supervisor, which starts and ends everything else,
// a front process, which has the home's one port, and a process for each instance. They outlive the
// session that started them, and all sessions of a home share one set of processes. The catalog
// says which services they serve (store/services.h). These functions wake the processes and wait
// for them. Any process may call these functions at any time.

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "store/services.h"

namespace paisql::fleet {

struct FleetPrograms {
  std::string program;  // paisql itself, absolute
  std::string python;   // the interpreter whose TensorFlow computes (inference/model.h)
  // "127.0.0.1:8080", where the front process listens; "": as before, and for the first time at a
  // free port of 127.0.0.1. Means nothing to a supervisor that runs already.
  std::string listen = {};
};

// Makes sure that the home's supervisor runs, has it look at the catalog, and returns when the
// front process listens: its host and port are those of the addresses. kEnvironment with the reason
// where the processes cannot be started; kInstanceCancelled after `stop`, which ends the waiting
// and not what has been started.
Result<store::Fleet> EnsureFleet(store::Catalog& catalog, const FleetPrograms& programs,
                                 const std::stop_token& stop = {});

// Has the supervisor look at the catalog; nothing where none runs. It would see a change by itself
// a little later, so nothing is lost when this fails.
void PokeFleet(store::Catalog& catalog);

enum class Readiness {
  kReady,      // all of its instances answer
  kFailed,     // one has ended before it was ready; `error` says why
  kTimeout,    // the deadline of the clock SteadyMs has come
  kStopped,    // by the token
  kOvertaken,  // somebody else has changed the service: the version is not to answer any more
  kNoFleet,    // no supervisor runs
};
struct Waited {
  Readiness readiness = Readiness::kReady;
  std::string error = {};
};

// Waits for the instances that a version of a running service is to have.
Result<Waited> WaitUntilReady(store::Catalog& catalog, int64_t service_id, int64_t version,
                              int64_t deadline_ms, const std::stop_token& stop);

// The bodies of the processes, `paisql --serve-home DIR` and `paisql --front-home DIR`; they return
// the exit status.
int RunFleetSupervisor(const std::string& home, const FleetPrograms& programs);
int RunFleetFront(const std::string& home, const FleetPrograms& programs);

}  // namespace paisql::fleet
