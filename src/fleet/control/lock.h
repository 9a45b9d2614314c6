#pragma once

// A lock lets one process of its kind run in a home. The kernel releases the lock when the process
// ends, however it ends.

#include <optional>
#include <string>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::fleet {

// The lock, for as long as the descriptor is open; nullopt when another process has it. No child
// gets it.
Result<std::optional<Descriptor>> TakeLock(const std::string& path);

}  // namespace paisql::fleet
