#pragma once

// Rows that one thread brings while a statement on another thread reads them: TUNNEL UPLOAD cuts
// records while DuckDB encodes the ones before them.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/batches/item_queue.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// paisql_row_stream() reads the stream of its statement (StatementState::stream).
inline constexpr std::string_view kRowStreamFunction = "paisql_row_stream";

class RowStream : public ItemQueue<std::shared_ptr<const RowBlock>> {
 public:
  static constexpr size_t kMostBlocks = 4;  // that wait for the reader

  explicit RowStream(std::vector<TypeId> raw_types)
      : ItemQueue(kMostBlocks), raw_types_(std::move(raw_types)) {}

  const std::vector<TypeId>& raw_types() const { return raw_types_; }

 private:
  const std::vector<TypeId> raw_types_;
};

// Makes paisql_row_stream on the connection; `statements` must outlive it. An empty text means
// success.
std::string RegisterRowStreams(const DuckdbApi& api, duckdb_connection connection,
                               Statements& statements);

}  // namespace paisql::engine
