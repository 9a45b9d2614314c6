#pragma once

// An EngineShare in DuckDB's settings. Pure functions.

#include <string>

#include "engine/engine.h"

namespace paisql::engine {

// The value of memory_limit; the share has one.
std::string MemoryLimit(const EngineShare& share);

// The value of threads, 0 for DuckDB's default: what the share allows, but no more than its memory
// feeds. An aggregation that spills holds a block for each of its partitions in every thread, and
// those blocks cannot spill. DuckDB's guide to its environment asks for 125 MB a thread at least;
// with two threads, an aggregation now and then failed below 160 MB a thread.
int ThreadLimit(const EngineShare& share);

}  // namespace paisql::engine
