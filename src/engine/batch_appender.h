#pragma once

// Rows from outside that come as batches: uploads of clients, who send columns with their types. An
// engine whose connections can take them offers BatchTaker.

#include <memory>
#include <vector>

#include "engine/engine.h"

namespace paisql::engine {

// Takes batches of the columns' types (arrow/batch.h) into Parquet files. Their times are in UTC,
// so that instants need no zone; their texts are UTF-8. What was not finished when the appender
// ends is dropped. Belongs to one thread at a time.
class BatchAppender {
 public:
  virtual ~BatchAppender() = default;
  // Waits while the engine is busy with earlier ones.
  virtual Status Append(Batch batch) = 0;
  virtual Result<std::vector<WrittenFile>> Finish() = 0;
};

// What a Connection may be as well.
class BatchTaker {
 public:
  virtual ~BatchTaker() = default;
  // As Connection::Append; several appenders may run beside each other.
  virtual Result<std::unique_ptr<BatchAppender>> AppendBatches(
      const std::vector<ResultColumn>& columns, const WriteTarget& target) = 0;
};

// kUnsupported where the engine takes no batches.
inline Result<std::unique_ptr<BatchAppender>> AppendBatches(
    Connection& connection, const std::vector<ResultColumn>& columns, const WriteTarget& target) {
  auto* const taker = dynamic_cast<BatchTaker*>(&connection);
  if (taker != nullptr) return taker->AppendBatches(columns, target);
  return Error{ErrorCode::kUnsupported, "the engine takes no rows as batches", {}, ""};
}

}  // namespace paisql::engine
