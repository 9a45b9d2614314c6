#pragma once

// The aggregates of the variance family that we give DuckDB, whose own lose digits.

#include <string>
#include <string_view>

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// Makes paisql_var_pop and its like; false for any other name. An empty `error` means success.
bool RegisterMoment(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                    std::string& error);

}  // namespace paisql::engine
