#pragma once

// Rows of a result as the engine's batches, in memory. Private to instances.

#include <memory>
#include <vector>

#include "instances/instance_result.h"

namespace paisql::instances {

class BatchesInMemory final : public KeptRows {
 public:
  explicit BatchesInMemory(size_t columns) : columns_(columns) {}

  // Before the first reader.
  void Add(engine::Batch batch);
  // Readers share the batches' memory.
  Result<std::unique_ptr<RowReader>> Read(int64_t begin, int64_t count) const override;

 private:
  const size_t columns_;
  std::vector<std::shared_ptr<const engine::Batch>> batches_;
};

}  // namespace paisql::instances
