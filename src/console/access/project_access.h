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

// Returns an error if the request's project does not exist, or if the user is not in it. The check
// comes before any session: opening one would make the project. nullopt if it may be asked about.
std::optional<Error> RefuseProject(const rest::Call& call, Console& console);

}  // namespace paisql::console
