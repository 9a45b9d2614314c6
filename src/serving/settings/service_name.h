#pragma once

// What a service can be called. Pure.

#include <string_view>

namespace paisql::serving {

// Whether the name can be one of a service: letters, digits, '_', '-' and '.', 1 to 128 of them, of
// which the last two cannot be the first. So a name is never '..', nor a flag.
bool IsServiceName(std::string_view name);

}  // namespace paisql::serving
