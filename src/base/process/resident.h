#pragma once

// How much memory the process holds; 0 where the kernel does not say.

#include <cstdint>

namespace paisql {

int64_t ResidentBytes();

}  // namespace paisql
