#pragma once

// Some rows of a batch as a batch of their own, which begins at its buffers' beginning: what writes
// Arrow's messages knows no offsets.

#include <cstdint>

#include "engine/arrow/batch.h"

namespace paisql::engine {

// `count` rows from the row `begin`, copied. The schema describes the batch, which may be of
// anybody's making: its formats may be others than those of batch.h. The rows must be there.
Batch SliceBatch(const Batch& batch, const ArrowSchema& schema, int64_t begin, int64_t count);
// Whether the batch has offsets anywhere.
bool HasOffsets(const Batch& batch, const ArrowSchema& schema);

}  // namespace paisql::engine
