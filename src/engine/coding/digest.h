#pragma once

// Digests and checksums of bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::engine {

// SHA-2 of 224, 256 (also 0), 384 or 512 bits as hexadecimal digits; nullopt for other lengths.
std::optional<std::string> Sha2(std::string_view bytes, int64_t bits);

uint32_t Crc32(std::string_view bytes);

}  // namespace paisql::engine
