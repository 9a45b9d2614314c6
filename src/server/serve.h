#pragma once

// Serves a home until a signal ends it.

#include <functional>
#include <string>

#include "server/home_server.h"
#include "server/server_flags.h"

namespace paisql::server {

// Calls `ready` when the server answers, then waits for SIGTERM or SIGINT; SIGHUP reads the file of
// users and the certificate again, where there are any. The exit status.
int Serve(const ServerFlags& flags, const std::function<void(HomeServer&)>& ready);

}  // namespace paisql::server
