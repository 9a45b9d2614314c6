#pragma once

// The flags of a row of the function table, for those who ask for one. A header of its own: rows go
// everywhere, and a new flag concerns few.

namespace paisql::functions {

// What the engine may assume, and what analysis checks.
struct FunctionFlags {
  bool volatile_result = false;  // RAND, UUID: not constant, not folded
  bool order_sensitive = false;  // aggregates that take WITHIN GROUP / ORDER BY
  bool needs_order_by = false;   // window functions that demand ORDER BY in OVER (lag, lead)
  bool ignores_frame = false;    // window functions for which no frame is printed
  bool nulls_argument = false;   // a last argument of BOOLEAN says whether NULLs are left out
  // Arguments of one variable meet in their ComparisonType, not in their CommonType.
  bool compares = false;
  // No argument leaves its family: 123 LIKE '1%' is an error. Nor does a time become another kind
  // of time.
  bool keeps_family = false;
  // The elements of an array are texts where the parameter wants texts: ARRAY<INT> is no
  // ARRAY<STRING>, though an INT becomes a STRING.
  bool keeps_elements = false;
  // By its own page it computes in DOUBLE, so a DECIMAL is taken as one, too. Any other function
  // takes a DECIMAL as it is, or not at all; only Hive-compatible mode converts one by itself.
  bool in_double = false;
  // Arguments that are all NULL constants have no type, so there is no such call.
  bool needs_type = false;
  // Analysis puts something else in the place of every call, so no engine meets one.
  bool replaced = false;
};

}  // namespace paisql::functions
