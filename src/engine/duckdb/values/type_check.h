#pragma once

// Whether a result of DuckDB has the types that the plan promises.

#include "engine/duckdb/values/api.h"
#include "types/data_type.h"

namespace paisql::engine {

// Whether a column of DuckDB's logical type can be read as our type without a cast.
bool TypeFits(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type);

// The type itself where it fits; where a function's argument came in another type than was
// promised, that of the same values.
DataType FittingType(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type);

}  // namespace paisql::engine
