#pragma once

// An instance as the editor shows it. Safe from any thread.

#include <nlohmann/json_fwd.hpp>

#include "console/console.h"
#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::console {

// Tells all of an instance except its rows.
nlohmann::json RunJson(const instances::Instance& instance, const rest::Call& call,
                       Console& console);
// Tells what a line of the history shows.
nlohmann::json RunLineJson(const instances::Instance& instance);

}  // namespace paisql::console
