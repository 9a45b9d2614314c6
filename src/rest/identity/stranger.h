#pragma once

// Requests about projects of others.

#include <optional>

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

// Who is not a user of the path's project is told so whatever the rest of the path says, 403: not
// even which names there are. An instance of another project than the path's is not there. nullopt
// for any other request.
std::optional<Answer> RefuseStranger(const Call& call, Service& service);

}  // namespace paisql::rest
