#pragma once

// Bytes in base64 (RFC 4648, with padding), as JSON carries them. Pure functions.

#include <optional>
#include <string>
#include <string_view>

namespace paisql {

std::string ToBase64(std::string_view bytes);
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace paisql
