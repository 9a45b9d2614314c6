#pragma once

// Describes the columns of a result to the reader of its batches: names, and formats from the table
// of batch.h. It follows from our types alone, so that every engine gives the same.

#include <string>
#include <utility>
#include <vector>

#include "engine/arrow/c_data.h"
#include "engine/result_stream.h"

namespace paisql::engine {

// A schema of this format, with the children, which it owns. The caller calls its `release`.
ArrowSchema MakeSchema(std::string format, std::string name, std::vector<ArrowSchema> children,
                       bool nullable = true);

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
