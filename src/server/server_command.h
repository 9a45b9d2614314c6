#pragma once

// `paisql server`: the platform's own protocol over a home, for unchanged clients, and its console.
// `paisql console`: the console alone, for one person at this machine.

#include <string>
#include <vector>

namespace paisql::server {

// Whether these arguments, those after the program's name, are of `paisql server` or `paisql
// console`.
bool NamesServer(const std::vector<std::string>& arguments);

// Serves until SIGTERM or SIGINT, or until SIGHUP, which reads the file of users again where there
// is one. Standard output gets one line when the server is ready: the endpoint, or the address of
// the console. The exit status: 0 at the end, 2 for wrong usage, 3 for a home or an address that
// cannot be used.
int RunServerCommand(const std::vector<std::string>& arguments);

}  // namespace paisql::server
