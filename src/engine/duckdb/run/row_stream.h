#pragma once

// Rows that one thread brings while a statement on another thread reads them: TUNNEL UPLOAD cuts
// records while DuckDB encodes the ones before them.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// paisql_row_stream() reads the stream of its statement (StatementState::stream).
inline constexpr std::string_view kRowStreamFunction = "paisql_row_stream";

// A bounded queue of blocks with one writer and one reader.
class RowStream {
 public:
  static constexpr size_t kMostBlocks = 4;  // that wait for the reader

  explicit RowStream(std::vector<TypeId> raw_types) : raw_types_(std::move(raw_types)) {}

  const std::vector<TypeId>& raw_types() const { return raw_types_; }

  // --- the writer ---
  // Waits while the queue is full. False: the reader has ended, and nobody will read the block.
  bool Push(std::shared_ptr<const RowBlock> block);
  void End();   // the rows are complete
  void Fail();  // they never will be: the reading statement fails

  // --- the reader ---
  // Waits for the writer to do something, and not long.
  void AwaitWriter();
  // Waits for a block; null at the end, and where the writer failed.
  std::shared_ptr<const RowBlock> Pop();
  bool failed() const;
  void StopReading();

 private:
  enum class Writer { kWrites, kEnded, kFailed };

  const std::vector<TypeId> raw_types_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<const RowBlock>> blocks_;
  Writer writer_ = Writer::kWrites;
  bool read_ = true;  // somebody may read
};

// Makes paisql_row_stream on the connection; `statements` must outlive it. An empty text means
// success.
std::string RegisterRowStreams(const DuckdbApi& api, duckdb_connection connection,
                               Statements& statements);

}  // namespace paisql::engine
