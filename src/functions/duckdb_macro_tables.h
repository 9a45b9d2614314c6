#pragma once

// The families of macros. Private to this room.

#include <span>

#include "functions/duckdb_macros.h"

namespace paisql::functions {

extern const std::span<const DuckdbMacro> kCollectionMacros;
extern const std::span<const DuckdbMacro> kDateMacros;
extern const std::span<const DuckdbMacro> kJsonMacros;
extern const std::span<const DuckdbMacro> kNumberMacros;
extern const std::span<const DuckdbMacro> kRegexMacros;
extern const std::span<const DuckdbMacro> kStringMacros;
extern const std::span<const DuckdbMacro> kTimestampMacros;

}  // namespace paisql::functions
