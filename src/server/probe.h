#pragma once

// Asks a server of this machine whether it is ready: what a container's health check runs, where no
// other client of HTTP is.

#include "base/result.h"

namespace paisql::server {

// Waits for the answer for some seconds. kEnvironment where nobody listens at the port of
// 127.0.0.1, or who listens does not say that it is ready.
Status ProbeServer(int port);

}  // namespace paisql::server
