#pragma once

// The instance that a request of the editor names.

#include "console/console.h"
#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::console {

// kJobNotFound for an instance that does not exist, or that the user may not see.
Result<instances::InstancePtr> FindRun(const rest::Call& call, Console& console);

}  // namespace paisql::console
