#pragma once

// The user's name and fresh names. Private to the store.

#include <cstdint>
#include <string>

#include "base/system/clock.h"

namespace paisql::store {

// The name of the user who runs the process, as the owner of what is made.
std::string UserName();

// An instance id of the moment (UTC milliseconds since the epoch, also before it).
std::string InstanceIdAt(int64_t now_ms);

// 32 hexadecimal digits of randomness: the name of a file or folder that no other process chooses.
std::string UniqueName();

}  // namespace paisql::store
