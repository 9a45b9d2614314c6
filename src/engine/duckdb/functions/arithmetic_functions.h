#pragma once

// Operators on numbers whose answer may not exist: an overflow, a divisor of 0. Each is a function
// over whole vectors in three forms, one for each EvaluationMode, so that the check costs next to
// nothing and an operand is computed once:
//
//   paisql_<operator>_<type>_<mode>, paisql_add_bigint_null
//
// Operators are add, subtract, multiply, modulo, div and negate of every integer type and of FLOAT
// and DOUBLE (there `div` gives a BIGINT, and negate is missing), divide of DOUBLE, bit_and,
// bit_or, bit_xor and bit_not of BIGINT. paisql_divide_whole_<mode> divides integers that became
// DOUBLEs: there x / 0 is NULL in Hive. paisql_pow_<mode> is POW, paisql_finite_<mode>(a) is the
// DOUBLE a, unless it is infinite or NaN. Modes are null, error and hive.
//
// Conversions by Java's rules, which is what Hive does to a number that does not fit:
// paisql_java_bigint(DOUBLE), paisql_java_int(DOUBLE) cut the fraction and stop at the type's ends,
// NaN being 0; paisql_java_float(DOUBLE) may become infinite; paisql_wrap_<type>(BIGINT) keeps the
// lowest bits for tinyint, smallint and int.

#include <string>
#include <string_view>

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// Makes the function of that name; false for any other name. An empty `error` means success.
bool RegisterArithmetic(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                        std::string& error);

}  // namespace paisql::engine
