#pragma once

// The tables of rows, one a family. Private to this room; function.cpp looks names up in all of
// them.

#include <span>

#include "functions/flags.h"
#include "functions/function.h"

namespace paisql::functions {

// Short names for values that many rows have.
inline constexpr FunctionKind kScalar = FunctionKind::kScalar;
inline constexpr FunctionKind kAggregate = FunctionKind::kAggregate;
inline constexpr FunctionFlags kCompares = {.compares = true};
inline constexpr FunctionFlags kInDouble = {.in_double = true};
inline constexpr FunctionFlags kKeepsFamily = {.keeps_family = true};
inline constexpr FunctionFlags kNeedsType = {.needs_type = true};
inline constexpr FunctionFlags kOrdered = {.order_sensitive = true};
inline constexpr FunctionFlags kReplaced = {.replaced = true};
inline constexpr FunctionFlags kVolatile = {.volatile_result = true};

std::span<const Function> AggregateFunctions();
std::span<const Function> CollectionFunctions();
std::span<const Function> ConditionalFunctions();
std::span<const Function> DateArithmeticFunctions();
std::span<const Function> DateFieldFunctions();
std::span<const Function> DateTextFunctions();
std::span<const Function> EncodingFunctions();
std::span<const Function> IdentityCardFunctions();
std::span<const Function> JsonFunctions();
std::span<const Function> LambdaFunctions();
std::span<const Function> MapAggregateFunctions();
std::span<const Function> MapFunctions();
std::span<const Function> MathFunctions();
std::span<const Function> NetworkFunctions();
std::span<const Function> NumberTextFunctions();
std::span<const Function> RegexFunctions();
std::span<const Function> StatisticFunctions();
std::span<const Function> StringFunctions();
std::span<const Function> StringPartFunctions();
std::span<const Function> StructFunctions();
std::span<const Function> SystemFunctions();
std::span<const Function> TableFunctions();
std::span<const Function> TrigonometryFunctions();
std::span<const Function> WindowFunctions();

// A family as the docs show it.
struct Family {
  std::string_view title;
  std::span<const Function> (*table)();
};
std::span<const Family> Families();

}  // namespace paisql::functions
