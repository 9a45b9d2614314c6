#pragma once

// How often DuckDB sees an argument of a call, since templates and macros repeat theirs.

#include <cstddef>
#include <string_view>

namespace paisql::engine {

// The number of places where argument `number` (1-based) stands in what the template becomes when
// its macros are expanded.
size_t UsesOfArgument(std::string_view text, size_t number);

// Whether one of those places is in a lambda, where DuckDB takes no subquery.
bool StandsInLambda(std::string_view text, size_t number);

}  // namespace paisql::engine
