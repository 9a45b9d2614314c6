#pragma once

// Sums, products and quotients of DECIMALs, exact to the last digit. DuckDB's own product of two
// narrow DECIMALs overflows at 18 digits, of two wide ones at 38 before the fraction is rounded,
// its quotient is a DOUBLE, and a sum that does not fit stops it in every mode. One function of
// ours is made for each combination of types and mode; its name tells them. A result that does not
// exist, by overflow or a divisor of 0, is NULL, in strict mode an error.

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/api.h"
#include "types/conversion.h"
#include "types/data_type.h"

namespace paisql::engine {

// The operator of a template "$decimal($1 * $2)" or its like, 0 for any other template.
char DecimalOperator(std::string_view text);

// Prints the call that gives `left op right` as `result`, all three DECIMAL. `op` is one of + - *
// /, or 'd' for DIV, whose result is a BIGINT.
std::string PrintDecimalCall(char op, const std::string& left, const DataType& left_type,
                             const std::string& right, const DataType& right_type,
                             const DataType& result, EvaluationMode mode, PrintContext& context);

// Makes the function of that name; false for any other name. An empty `error` means success.
bool RegisterDecimal(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                     std::string& error);

}  // namespace paisql::engine
