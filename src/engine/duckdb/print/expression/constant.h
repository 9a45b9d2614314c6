#pragma once

// Constants: a raw literal of a type that DuckDB gives it by itself, and the conversion from there
// to the exact type. Columns of VALUES are raw inside and converted once outside, which parses many
// times faster.

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"

namespace paisql::engine {

// The literal in its raw type: BOOLEAN, BIGINT, DOUBLE or VARCHAR, as RawType says; NULL.
std::string RawLiteral(const Value& value);
// The type in which constants of a type reach DuckDB: kBoolean, kBigint, kDouble or kString.
TypeId RawType(const DataType& type);
// The value as text for a raw type of kString (BINARY as hexadecimal digits).
std::string RawText(const Value& value);
// The raw type of intervals is kBigint: months or microseconds.
int64_t RawInteger(const Value& value);
// Adds the value to a column of its raw type.
void AppendRaw(const Value& value, RowColumn& column);
// Turns an operand of the raw type into the exact type.
std::string FromRaw(std::string_view operand, const DataType& type, PrintContext& context);
// The constant in its exact type.
std::string PrintConstant(const Value& value, PrintContext& context);

}  // namespace paisql::engine
