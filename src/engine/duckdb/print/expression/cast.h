#pragma once

// CAST from every type to every type by the platform's page "Type conversions", in DuckDB's
// dialect.

#include <string>

#include "engine/duckdb/print/print_context.h"
#include "types/conversion.h"

namespace paisql::engine {

// `operand` is self-contained and of type `from`; the result is self-contained.
std::string PrintCast(const std::string& operand, const DataType& from, const DataType& to,
                      EvaluationMode mode, PrintContext& context);

// The text of a DECIMAL without zeros at the end of its fraction. `operand` and result are
// self-contained.
std::string PrintTrimmedDecimal(const std::string& operand, const DataType& from);

// The value as a result prints it: instants become wall clock of the session's zone, also inside
// nested types. The operand itself where nothing changes.
std::string PrintWallClock(const std::string& operand, const DataType& type, PrintContext& context);

// The other way: wall clock becomes the instants that the type has.
std::string PrintInstant(const std::string& operand, const DataType& type, PrintContext& context);

// A value as a kernel gives it away, or is given it (CarriedType in kernel.h), and the other way.
std::string PrintCarried(const std::string& operand, const DataType& type, PrintContext& context);
std::string PrintFromCarried(const std::string& operand, const DataType& type,
                             PrintContext& context);

// A column of a file in which times stand as earlier versions wrote them (timestamp_form.h), also
// inside nested types, as today's type.
std::string PrintFromOldForm(const std::string& operand, const DataType& type,
                             PrintContext& context);

}  // namespace paisql::engine
