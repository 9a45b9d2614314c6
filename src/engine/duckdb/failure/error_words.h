#pragma once

// Rewrites DuckDB's error messages in the words of the platform.

#include <string_view>

#include "engine/duckdb/failure/errors.h"

namespace paisql::engine {

// The message without its class at the front and without the statement that it quotes at the end.
std::string_view OwnWords(std::string_view message);

// `text` has its own words only.
Failure InPlatformWords(FailureClass failure_class, std::string_view text);

// Finds what raised an error whose text, one of ours, begins with "in function …," or "in operator
// …,".
FailureOrigin OriginOfText(std::string_view detail);

}  // namespace paisql::engine
