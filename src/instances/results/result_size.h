#pragma once

// How much memory rows take. Private to instances.

#include <cstdint>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"

namespace paisql::instances {

// The bytes of the batch's buffers.
int64_t BatchBytes(const engine::Batch& batch, const std::vector<engine::ResultColumn>& columns);

}  // namespace paisql::instances
