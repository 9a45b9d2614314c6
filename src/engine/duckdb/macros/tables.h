#pragma once

// The families of macros. Private to this folder.

#include <span>

#include "engine/duckdb/macros/macros.h"

namespace paisql::engine {

extern const std::span<const Macro> kCollectionMacros;
extern const std::span<const Macro> kDateMacros;
extern const std::span<const Macro> kJsonMacros;
extern const std::span<const Macro> kNumberMacros;
extern const std::span<const Macro> kRegexMacros;
extern const std::span<const Macro> kStringMacros;
extern const std::span<const Macro> kTimestampMacros;

}  // namespace paisql::engine
