#pragma once

// Precision and scale of DECIMAL results. The platform's documents name the limits (38 digits, 18
// of them after the point) but not the rule of each operator, so these are the rules of Hive with
// one change: a result that needs more than 38 digits keeps its fraction and gives up integer
// digits, where it may overflow, while Hive would silently round the fraction to 6 digits.

#include "types/data_type.h"

namespace paisql {

// The DECIMAL in which a value of another type meets one: DECIMAL(19,0) for BIGINT, the type itself
// for a DECIMAL, DECIMAL(38,18) for DOUBLE, FLOAT and text.
DataType AsDecimal(const DataType& type);

// The smallest DECIMAL that holds the values of both.
DataType CommonDecimal(const DataType& left, const DataType& right);

// The type of `left op right` for op one of + - * / %.
DataType DecimalArithmetic(char op, const DataType& left, const DataType& right);

}  // namespace paisql
