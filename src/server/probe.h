#pragma once

// Asks a server of this machine whether it is ready: what a container's health check runs, where no
// other client of HTTP is.

#include "base/result.h"

namespace paisql::server {

// Waits for the answer for some seconds. kEnvironment if nothing listens at the port of 127.0.0.1,
// or if the answer is not that of a server that is ready.
Status ProbeServer(int port);

}  // namespace paisql::server
