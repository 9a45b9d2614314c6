#pragma once

// How deep a JSON text nests. Reading one takes no stack here, but writing it again does, so texts
// of others are asked for their depth before they are read. A pure function.

#include <cstddef>
#include <string_view>

namespace paisql {

inline constexpr size_t kMostJsonDepth = 100;

// Whether arrays and objects lie more than kMostJsonDepth deep in the text, which need not be JSON.
bool IsDeepJson(std::string_view text);

}  // namespace paisql
