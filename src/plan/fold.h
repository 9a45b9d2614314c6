#pragma once

// The values of constant expressions, as far as nothing is lost and no setting of the session
// matters.

#include <cstdint>
#include <optional>

#include "plan/relation.h"

namespace paisql::plan {

// Whether a whole number type holds the value.
bool FitsInteger(int64_t value, TypeId type);

// The value in another type, when nothing is lost and no session setting matters; else nullopt.
std::optional<Value> ConvertConstant(const Value& value, const DataType& type);

// The value of a constant expression of literals and simple arithmetic; nullopt when it is more
// than that.
std::optional<Value> Fold(const Expression& expression);

// An integer value as text or number: partition values and LIMIT take both.
std::optional<int64_t> IntegerOf(const Value& value);

}  // namespace paisql::plan
