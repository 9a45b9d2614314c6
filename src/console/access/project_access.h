#pragma once

// Which projects a request may be about.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "console/console.h"
#include "rest/call.h"

namespace paisql::console {

// The names of the projects that the user of the request is in; all for the owner.
Result<std::vector<std::string>> ProjectsOf(const rest::Call& call, Console& console);

// Why the request's project cannot be asked about: it is not there, which no page may make it be,
// or the user is not in it. nullopt where it can.
std::optional<Error> RefuseProject(const rest::Call& call, Console& console);

}  // namespace paisql::console
