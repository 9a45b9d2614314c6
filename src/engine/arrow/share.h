#pragma once

// One batch for several readers: nothing of its columns is copied.

#include <memory>

#include "engine/arrow/batch.h"

namespace paisql::engine {

// A batch over the memory of another, which stays as long as one of the two is there. It may be
// handed to another library and to another thread, as any batch.
Batch ShareBatch(const std::shared_ptr<const Batch>& batch, size_t columns);
// The same, of so many of its rows from `begin` on.
Batch ShareRows(const std::shared_ptr<const Batch>& batch, size_t columns, int64_t begin,
                int64_t count);

// How many bytes the batch's cells take, about.
int64_t BytesOf(const Batch& batch, size_t columns);

}  // namespace paisql::engine
