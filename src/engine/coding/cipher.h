#pragma once

// AES-GCM with a key of 256 bits, as SYM_ENCRYPT has it: what is encrypted is a random beginning of
// 12 bytes, the ciphertext, and a tag of 16 bytes that any change breaks.

#include <optional>
#include <string>
#include <string_view>

namespace paisql::engine {

inline constexpr size_t kCipherKeyBytes = 32;

// The key has kCipherKeyBytes. `bound` is other data to which the tag is bound as well.
std::string Encrypt(std::string_view plain, std::string_view key, std::string_view bound);

// nullopt where the key or the bound data are others, or the bytes are not what Encrypt gave.
std::optional<std::string> Decrypt(std::string_view secret, std::string_view key,
                                   std::string_view bound);

}  // namespace paisql::engine
