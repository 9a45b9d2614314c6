// HASH: Java's hash codes of the values as Hive takes them, joined as 31 * h + code in 32 bits.
// NULL and the empty text have the code 0.

#include <cstring>
#include <vector>

#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/wide_integer.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

uint32_t OfLong(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return static_cast<uint32_t>(bits ^ (bits >> 32));
}

// Zero has one code although it has two signs, and every NaN is the same value.
uint32_t OfDouble(double value) {
  if (value == 0) return 0;
  if (value != value) return OfLong(0x7ff8000000000000);
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return OfLong(bits);
}

uint32_t OfFloat(float value) {
  if (value == 0) return 0;
  if (value != value) return 0x7fc00000;
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

uint32_t OfText(std::string_view text) {
  uint32_t hash = 0;
  for (const char c : text) hash = hash * 31 + static_cast<uint32_t>(static_cast<signed char>(c));
  return hash;
}

// An instant in microseconds: seconds and nanoseconds side by side, as Hive's timestamps.
uint32_t OfInstant(int64_t micros) {
  constexpr int64_t kMicros = 1'000'000;
  int64_t seconds = micros / kMicros;
  int64_t rest = micros % kMicros;
  if (rest < 0) {
    rest += kMicros;
    --seconds;
  }
  return OfLong(static_cast<int64_t>(static_cast<uint64_t>(seconds) << 30) | (rest * 1000));
}

// Java's code of a BigDecimal without zeros at its end.
uint32_t OfDecimal(Int128 unscaled, int scale) {
  while (scale > 0 && unscaled % 10 == 0) {
    unscaled /= 10;
    --scale;
  }
  const bool negative = unscaled < 0;
  const auto magnitude = static_cast<Uint128>(negative ? -unscaled : unscaled);
  uint32_t hash = 0;
  for (int shift = 96; shift >= 0; shift -= 32) {
    hash = hash * 31 + static_cast<uint32_t>(magnitude >> shift);
  }
  if (negative) hash = 0 - hash;
  return hash * 31 + static_cast<uint32_t>(scale);
}

Int128 Unscaled(const NativeCall& call, duckdb_type layout, size_t column, idx_t row) {
  switch (layout) {
    case DUCKDB_TYPE_SMALLINT:
      return call.Get<int16_t>(column, row);
    case DUCKDB_TYPE_INTEGER:
      return call.Get<int32_t>(column, row);
    case DUCKDB_TYPE_BIGINT:
      return call.Get<int64_t>(column, row);
    default: {
      const auto& wide = call.Get<duckdb_hugeint>(column, row);
      return (static_cast<Int128>(wide.upper) << 64) | static_cast<Int128>(wide.lower);
    }
  }
}

struct Column {
  duckdb_type type;
  duckdb_type layout;  // of a DECIMAL
  int scale;
};

uint32_t CodeOf(const NativeCall& call, const Column& type, size_t column, idx_t row) {
  switch (type.type) {
    case DUCKDB_TYPE_BOOLEAN:
      return call.Get<bool>(column, row) ? 1 : 0;
    case DUCKDB_TYPE_TINYINT:
      return static_cast<uint32_t>(call.Get<int8_t>(column, row));
    case DUCKDB_TYPE_SMALLINT:
      return static_cast<uint32_t>(call.Get<int16_t>(column, row));
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_DATE:
      return static_cast<uint32_t>(call.Get<int32_t>(column, row));
    case DUCKDB_TYPE_BIGINT:
      return OfLong(call.Get<int64_t>(column, row));
    case DUCKDB_TYPE_FLOAT:
      return OfFloat(call.Get<float>(column, row));
    case DUCKDB_TYPE_DOUBLE:
      return OfDouble(call.Get<double>(column, row));
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return OfInstant(call.Get<int64_t>(column, row));
    case DUCKDB_TYPE_DECIMAL:
      return OfDecimal(Unscaled(call, type.layout, column, row), type.scale);
    default:
      return OfText(call.Text(column, row));
  }
}

void Hash(NativeCall& call) {
  const DuckdbApi& api = call.api();
  std::vector<Column> columns;
  for (size_t i = 0; i < call.column_count(); ++i) {
    const TypeHandle type(api, api.vector_get_column_type(call.Vector(i)));
    const duckdb_type id = api.get_type_id(type.get());
    const bool decimal = id == DUCKDB_TYPE_DECIMAL;
    columns.push_back({id, decimal ? api.decimal_internal_type(type.get()) : id,
                       decimal ? api.decimal_scale(type.get()) : 0});
  }
  for (idx_t row = 0; row < call.rows(); ++row) {
    uint32_t hash = 0;
    for (size_t i = 0; i < columns.size(); ++i) {
      hash = hash * 31 + (call.IsNull(i, row) ? 0 : CodeOf(call, columns[i], i, row));
    }
    call.Set<int32_t>(row, static_cast<int32_t>(hash));
  }
}

constexpr NativeRow kHashNativeRows[] = {
    {"paisql_hash", "(ANY...) -> INT", RunNative<Hash>, true},
};

}  // namespace

const std::span<const NativeRow> kHashNatives = kHashNativeRows;

}  // namespace paisql::engine
