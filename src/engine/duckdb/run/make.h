#pragma once

// How the factory of engines comes by this one.

#include <string>

#include "engine/factory.h"

namespace paisql::engine {

// Adds the engine under kDefaultEngine, and the row filter. The library is in `library_folder`;
// kEnvironment when it is missing or of another version than the program was built for. Loading it
// takes some 25 ms. A filter beside a connection of this engine
// shares it.
void AddDuckdb(EngineFactory& factory, const std::string& library_folder);

}  // namespace paisql::engine
