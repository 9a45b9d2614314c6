#pragma once

// Batches that one thread brings while a statement on another thread reads them: rows of uploads,
// which come with their types.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/duckdb/batches/item_queue.h"
#include "engine/duckdb/values/api.h"
#include "types/data_type.h"

namespace paisql::engine {

class Statements;

// paisql_batches() reads the batches of its statement (StatementState::batches), with the columns
// v0, v1, ….
inline constexpr std::string_view kBatchFunction = "paisql_batches";

class BatchStream : public ItemQueue<std::shared_ptr<const Batch>> {
 public:
  static constexpr size_t kMostBatches = 4;  // that wait for the reader

  explicit BatchStream(std::vector<DataType> types)
      : ItemQueue(kMostBatches), types_(std::move(types)) {}

  const std::vector<DataType>& types() const { return types_; }

 private:
  const std::vector<DataType> types_;
};

// Makes paisql_batches on the connection; `statements` must outlive it. An empty text means
// success.
std::string RegisterBatches(const DuckdbApi& api, duckdb_connection connection,
                            Statements& statements);

}  // namespace paisql::engine
