#pragma once

// One batch for several readers: nothing of its columns is copied.

#include <memory>

#include "engine/arrow/batch.h"

namespace paisql::engine {

// A batch over the memory of another, which stays as long as one of the two is there. It may be
// handed to another library and to another thread, as any batch.
Batch ShareBatch(const std::shared_ptr<const Batch>& batch, size_t columns);

// How many bytes the batch's cells take, about.
int64_t BytesOf(const Batch& batch, size_t columns);

}  // namespace paisql::engine
