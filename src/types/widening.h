#pragma once

// Which type a column may be changed into while its rows stay where they are: old values are then
// read by a conversion that each of them survives.

#include "types/data_type.h"

namespace paisql {

// True for another type that takes every value of `from`: a wider integer, FLOAT or DOUBLE for a
// number, a DECIMAL with room for all digits, a longer text, and the same for the parts of ARRAY,
// MAP and STRUCT, whose fields keep names and order.
bool IsWidening(const DataType& from, const DataType& to);

}  // namespace paisql
