#pragma once

// Columns as a worker of functions gets and gives them (udf/packed_batch.h), out of arrays of
// arrow/batch.h and into vectors of DuckDB. Times are wall clock on both sides.

#include "base/result.h"
#include "engine/arrow/batch.h"
#include "engine/duckdb/values/api.h"
#include "engine/duckdb/values/handles.h"
#include "types/data_type.h"
#include "udf/packed_batch.h"

namespace paisql::engine {

// DuckDB's type for values of `type` whose instants are wall clock.
TypeHandle WallClockType(const DuckdbApi& api, const DataType& type);

// Appends the column's node, and those below it.
void PackColumn(const ArrowArray& array, const DataType& type, udf::BatchWriter& writer);

// The same for rows of a flat vector of WallClockType; false, and nothing is appended, where its
// values are laid out in another way.
bool PackVector(const DuckdbApi& api, const DataType& type, duckdb_vector vector, size_t first,
                size_t count, udf::BatchWriter& writer);

// Puts the column's values into the rows of a vector from `begin` on; the vector has WallClockType
// of the type. kScript for values that the type does not hold.
Status UnpackColumn(const DuckdbApi& api, const udf::PackedColumn& column, const DataType& type,
                    duckdb_vector vector, idx_t begin);

}  // namespace paisql::engine
