#pragma once

// Errors for what the standard library throws when the system refuses it something.

#include <system_error>

#include "base/error.h"

namespace paisql {

// std::bad_alloc: the process may use no more memory. Never allocates much itself.
Error MemoryRefused();
// A thread that cannot be started, and whatever else the library asks the system for.
Error SystemRefused(const std::system_error& failure);

}  // namespace paisql
