#pragma once

// How much memory this process may still take: what the machine has available, and less where a
// control group around the process allows less. Any thread.

#include <cstdint>
#include <string_view>

namespace paisql {

// In bytes; INT64_MAX where the kernel does not say.
int64_t FreeMemoryBytes();

// The number after a name at the beginning of a line: "MemAvailable:   12 kB", "file 12"; -1 for
// none.
int64_t NumberAfter(std::string_view text, std::string_view name);

}  // namespace paisql
