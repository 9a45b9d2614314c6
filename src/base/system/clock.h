#pragma once

// The time of day.

#include <cstdint>

namespace paisql {

// UTC milliseconds since the epoch.
int64_t NowMs();
// The same in microseconds.
int64_t NowMicros();

}  // namespace paisql
