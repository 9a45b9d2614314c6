#pragma once

// Arrays of arrow/batch.h as DuckDB's vectors: the other way of values/vector_export.h. Times are
// in UTC, which is how DuckDB keeps instants.

#include "engine/arrow/batch.h"
#include "engine/duckdb/values/api.h"
#include "types/data_type.h"

namespace paisql::engine {

// Puts the rows `first` … `first + count` of the array at the beginning of a vector of
// LogicalType(type), which has as much room. Texts are UTF-8.
void ImportVector(const DuckdbApi& api, const DataType& type, const ArrowArray& array, size_t first,
                  size_t count, duckdb_vector vector);

}  // namespace paisql::engine
