#pragma once

// An answer that waits for the end of an instance.

#include <functional>

#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::rest {

// What `make` gives, at the end or when the time is over. `make` outlives the request.
Answer AtEnd(const instances::InstancePtr& instance, int most_ms, std::function<Answer()> make);

}  // namespace paisql::rest
