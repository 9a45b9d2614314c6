#pragma once

// How many bytes the process has read from files and pipes so far; 0 where the kernel does not say.

#include <cstdint>

namespace paisql {

int64_t BytesRead();

}  // namespace paisql
