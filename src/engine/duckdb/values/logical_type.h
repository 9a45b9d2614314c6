#pragma once

// DuckDB's types for ours.

#include "engine/duckdb/values/handles.h"
#include "types/data_type.h"

namespace paisql::engine {

// The type in which the engine keeps values of `type` (sql_text.h spells the same).
TypeHandle LogicalType(const DuckdbApi& api, const DataType& type);

}  // namespace paisql::engine
