#pragma once

// Aggregate functions of users as DuckDB calls them. A state is the number of a group, whose buffer
// is in a worker process (aggregate_run.h). The first argument is the number of the statement,
// since DuckDB binds no aggregate function of ours.

#include <memory>
#include <string>

#include "engine/duckdb/user_functions/user_call.h"

namespace paisql::engine {

// Makes the function; an empty text means success. `statements` must outlive the database.
std::string RegisterUserAggregate(const DuckdbApi& api, duckdb_connection connection,
                                  std::shared_ptr<const UserCall> call, Statements& statements);

}  // namespace paisql::engine
