#pragma once

// SQL beside training jobs: the engine takes what the jobs of the home have not claimed, and at
// least one core and a quarter of the memory, so that statements never wait for a job. Private to
// this room.

#include "engine/engine.h"
#include "jobs/queue/home_load.h"

namespace paisql::session {

// Computes the engine's share. `wanted` holds the user's SETs: a number given there stays as it
// is.
engine::EngineShare ShareBesideJobs(const jobs::HomeLoad& load, const engine::EngineShare& wanted);

}  // namespace paisql::session
