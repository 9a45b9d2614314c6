#pragma once

// `paisql server`: the platform's own protocol over a home, for unchanged clients.

#include <string>
#include <vector>

namespace paisql::rest {

// Whether these arguments, those after the program's name, are of `paisql server`.
bool NamesServer(const std::vector<std::string>& arguments);

// Serves until SIGTERM or SIGINT, or until SIGHUP, which reads the file of users again where there
// is one. Standard output gets one line, the endpoint, when it is
// ready. The exit status: 0 at the end, 2 for wrong usage, 3 for a home or an address that cannot
// be used.
int RunServerCommand(const std::vector<std::string>& arguments);

}  // namespace paisql::rest
