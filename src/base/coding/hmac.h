#pragma once

// Codes that prove who has written a message (HMAC, RFC 2104). Pure functions.

#include <string>
#include <string_view>

namespace paisql {

// The codes as bytes: 20 and 32 of them.
std::string HmacSha1(std::string_view key, std::string_view message);
std::string HmacSha256(std::string_view key, std::string_view message);

// Takes the same time wherever the two begin to differ.
bool SameSecrets(std::string_view left, std::string_view right);

}  // namespace paisql
