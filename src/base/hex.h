#pragma once

// Bytes as lower-case hexadecimal digits, two each.

#include <string>
#include <string_view>

namespace paisql {

std::string ToHex(std::string_view bytes);
// At most 32 digits of the kernel's randomness: nobody guesses them, and no other process gets the
// same.
std::string RandomHex(size_t digits);

}  // namespace paisql
