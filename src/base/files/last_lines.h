#pragma once

// The end of a file of any size, a log for instance, of which no more is read than is asked for.

#include <cstddef>
#include <string>

namespace paisql {

// The last bytes of an open file of this size, from the beginning of a line, unless there is none
// among them; "" for a file that cannot be read.
std::string LastLines(int file, size_t size_bytes, size_t wanted_bytes);

}  // namespace paisql
