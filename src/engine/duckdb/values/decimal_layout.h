#pragma once

// How DuckDB lays out a DECIMAL: an integer without the point, as wide as the precision needs.

#include "engine/duckdb/functions/native_call.h"
#include "types/value_text.h"

namespace paisql::engine {

// Digits that one 64-bit integer holds.
inline constexpr int kNarrowPrecision = 18;

inline void StoreDecimal(NativeCall& call, idx_t row, int precision, Int128 value) {
  if (precision <= 4) {
    call.Set(row, static_cast<int16_t>(value));
  } else if (precision <= 9) {
    call.Set(row, static_cast<int32_t>(value));
  } else if (precision <= kNarrowPrecision) {
    call.Set(row, static_cast<int64_t>(value));
  } else {
    call.Set(row, duckdb_hugeint{static_cast<uint64_t>(value), static_cast<int64_t>(value >> 64)});
  }
}

}  // namespace paisql::engine
