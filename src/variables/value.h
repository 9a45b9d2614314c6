#pragma once

// Replaces the references in the value of a variable. A value is a constant with references, as in
// the parameters of a DataWorks node: $bizdate and its like, $[yyyymmddhh24miss-1/24],
// ${yyyymmdd-1}, and ${other}, the value of another variable, which is followed once and no
// further. $${, $$[ and $$bizdate give the same text with one dollar less.

#include <string>
#include <string_view>

#include "base/result.h"
#include "variables/scope.h"

namespace paisql::variables {

struct Value {
  std::string text;
  std::string warning;  // "" for none
};

// Finds the value of ${name}: a variable, a date, or bdp.system.bizdate and bdp.system.cyctime.
// Its error has no place; its hint names the nearest variables and says how to define one.
Result<Value> ValueOf(std::string_view name, const Scope& scope);

// Expands the value of a variable.
Result<Value> Expand(const Variable& variable, const Scope& scope);

// The length of what begins with a dollar at the begin of the text and is replaced in a value
// though not in a statement: $bizdate, $[yyyymmdd-1]. 0 when there is none.
size_t ValueFormLength(std::string_view text);

}  // namespace paisql::variables
