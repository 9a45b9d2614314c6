#include "instances/results/batches_in_memory.h"

#include <algorithm>
#include <utility>

#include "engine/arrow/share.h"

namespace paisql::instances {

namespace {

using SharedBatches = std::vector<std::shared_ptr<const engine::Batch>>;

class MemoryReader final : public RowReader {
 public:
  MemoryReader(SharedBatches batches, size_t columns, int64_t begin, int64_t count)
      : batches_(std::move(batches)), columns_(columns), begin_(begin), count_(count) {}

  Result<engine::Batch> Next() override {
    while (count_ > 0 && place_ < batches_.size()) {
      const std::shared_ptr<const engine::Batch>& batch = batches_[place_++];
      const auto rows = static_cast<int64_t>(batch->row_count());
      if (begin_ >= rows) {
        begin_ -= rows;
        continue;
      }
      const int64_t taken = std::min(rows - begin_, count_);
      count_ -= taken;
      return engine::ShareRows(batch, columns_, std::exchange(begin_, 0), taken);
    }
    return engine::Batch();
  }

 private:
  const SharedBatches batches_;
  const size_t columns_;
  size_t place_ = 0;
  int64_t begin_;  // in the batch at `place_`
  int64_t count_;  // still to come
};

}  // namespace

void BatchesInMemory::Add(engine::Batch batch) {
  batches_.push_back(std::make_shared<const engine::Batch>(std::move(batch)));
}

Result<std::unique_ptr<RowReader>> BatchesInMemory::Read(int64_t begin, int64_t count) const {
  return std::unique_ptr<RowReader>(
      std::make_unique<MemoryReader>(batches_, columns_, begin, count));
}

}  // namespace paisql::instances
