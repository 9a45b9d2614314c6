#pragma once

// From what a service is to be to what it is.

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"

namespace paisql::session {

// Wakes the processes that serve the home, and returns when each version of the service that is not
// retired is ready, at once for one that is stopped. kDdlFailed when one cannot become ready, or is
// not within paisql.service.timeout; kInstanceCancelled after Ctrl-C. Then `gave_up` says whether
// nobody tries it any more. A session that only checks waits for nothing.
Status AwaitService(const store::Service& service, Run& run, bool* gave_up);

// Tells the processes that less is to run; nobody waits.
void TellFleet(Run& run);

}  // namespace paisql::session
