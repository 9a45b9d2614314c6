#pragma once

// The processes that serve a home's services: a supervisor, which starts and ends everything else,
// a front process, which has the home's one port, and a process for each instance. They belong to
// no session: they outlive whoever asked for them, and there is one set for a home, whoever asks.
// What they are to serve stands in the catalog (store/services.h); here is how to wake them.

#include <string>

#include "base/result.h"
#include "store/services.h"

namespace paisql::serving {

struct FleetPrograms {
  std::string program;  // paisql itself, absolute
  std::string python;   // the interpreter whose TensorFlow computes (inference/model.h)
};

// Makes sure that the home's supervisor runs, has it look at the catalog, and returns when the
// front process listens: its host and port are those of the addresses. Any process may call it at
// any time. kEnvironment with the reason where the processes cannot be started.
Result<store::Fleet> EnsureFleet(store::Catalog& catalog, const FleetPrograms& programs);

// Has the supervisor look at the catalog; nothing where none runs. It would see a change by itself
// a little later, so nothing is lost when this fails.
void PokeFleet(store::Catalog& catalog);

}  // namespace paisql::serving
