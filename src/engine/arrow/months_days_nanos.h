#pragma once

// A value of Arrow's format "tin", in which INTERVAL_DAY_TIME leaves an engine
// (engine/arrow/batch.h).

#include <cstdint>

namespace paisql::engine {

struct MonthsDaysNanos {
  int32_t months;
  int32_t days;
  int64_t nanos;
};

}  // namespace paisql::engine
