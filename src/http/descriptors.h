#pragma once

// Every connection is a descriptor, of which a process is allowed few by default.

#include <cstddef>

namespace paisql::http {

// Allows the process as many descriptors as the system lets it have, and says how many connections
// there is room for when it needs so many for others.
size_t RoomForConnections(size_t others);

}  // namespace paisql::http
