#pragma once

// Writing to a descriptor that may take less than it is given.

#include <string_view>

namespace paisql {

// Writes all of the bytes, whatever signals come between; false and errno when it cannot, and then
// a part may have been written. Not for descriptors that do not block.
bool WriteAll(int descriptor, std::string_view bytes);

}  // namespace paisql
