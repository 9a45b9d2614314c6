#pragma once

// What DuckDB's messages say to a user of the platform. A message that nobody has foreseen is told
// by its kind alone: none of its words reaches a user.

#include <string_view>

#include "base/error.h"

namespace paisql::engine {

// `message` is DuckDB's whole text without what it quotes of the statement. The error has no place.
Error InPlatformWords(std::string_view message);

}  // namespace paisql::engine
