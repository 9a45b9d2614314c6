#pragma once

// Describes the columns of a result to the reader of its batches: names, and formats from the table
// of batch.h. It follows from our types alone, so that every engine gives the same.

#include <utility>
#include <vector>

#include "engine/arrow/c_data.h"
#include "engine/result_stream.h"

namespace paisql::engine {

class Schema {
 public:
  explicit Schema(const std::vector<ResultColumn>& columns);
  ~Schema() {
    if (schema_.release != nullptr) schema_.release(&schema_);
  }
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  // A struct, with a child for each column.
  const ArrowSchema& get() const { return schema_; }
  // The caller calls its `release`.
  ArrowSchema Release() { return std::exchange(schema_, ArrowSchema{}); }

 private:
  ArrowSchema schema_;
};

}  // namespace paisql::engine
