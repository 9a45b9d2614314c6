#pragma once

// DOUBLE and FLOAT to DECIMAL by the shortest digits that read back as the number, rounded half
// away from zero: 0.1 becomes 0.100000000000000000, where DuckDB shows digits of the binary form.
// One function of ours is made for each type and mode; its name tells them.

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/api.h"
#include "types/conversion.h"

namespace paisql::engine {

// `from` is DOUBLE or FLOAT, `to` a DECIMAL. A number that does not fit is NULL, an error in strict
// mode.
std::string PrintDecimalFromBinary(const std::string& operand, const DataType& from,
                                   const DataType& to, EvaluationMode mode, PrintContext& context);

// Makes the function of that name; false for any other name. An empty `error` means success.
bool RegisterDecimalFromBinary(const DuckdbApi& api, duckdb_connection connection,
                               std::string_view name, std::string& error);

}  // namespace paisql::engine
