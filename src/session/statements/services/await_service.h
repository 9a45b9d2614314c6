#pragma once

// From what a service is to be to what it is.

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"

namespace paisql::session {

struct Awaited {
  bool gave_up = false;  // what the change began cannot be, and nobody tries it any more
  bool ready = false;    // all that is to answer does
};

// Wakes the processes that serve the home, and returns when each version of the service that is not
// retired is ready, at once for one that is stopped. kDdlFailed when one that has begun to answer
// since `before`, any for nullptr, cannot become ready, or is not within paisql.service.timeout;
// kInstanceCancelled after Ctrl-C. Of the others that are not ready, which a change may be the
// remedy for, the sink is told in a line each. A session that only checks waits for nothing.
Status AwaitService(const store::Service& service, const store::Service* before, Run& run,
                    Awaited* awaited);

// Brings back the processes that serve the home where some are to run and their supervisor is gone;
// the sink is told when that cannot be.
void ReviveFleet(Run& run);

// Tells the processes that less is to run; nobody waits.
void TellFleet(Run& run);

}  // namespace paisql::session
