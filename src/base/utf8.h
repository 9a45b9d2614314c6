#pragma once

// Characters as bytes.

#include <cstdint>
#include <string>

namespace paisql {

// Appends the UTF-8 of a code point up to U+10FFFF that is not a surrogate.
void AppendUtf8(uint32_t code_point, std::string* text);

}  // namespace paisql
