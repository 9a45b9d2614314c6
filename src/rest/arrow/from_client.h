#pragma once

// Batches in the form of arrow_schema.h, with timestamps of kNanos, as batches of the engine whose
// times are in UTC. Values are held to their columns' types.

#include <vector>

#include "engine/result_stream.h"

namespace paisql::rest {

// kTunnel, as records/stream_error.h names it, for values that do not fit. The batch has the
// columns' schema: an IPC reader has checked its buffers.
Result<engine::Batch> FromClient(engine::Batch batch,
                                 const std::vector<engine::ResultColumn>& columns);

}  // namespace paisql::rest
