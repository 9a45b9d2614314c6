#pragma once

// Blocks of Snappy, as the SDKs for Java and Python write them, without a header that says so.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::serving {

// nullopt for what is not one whole block of at most `limit_bytes`. Damage goes unseen where it
// makes another block: the form has no checksum.
std::optional<std::string> Unsnappy(std::string_view block, size_t limit_bytes);

}  // namespace paisql::serving
