#pragma once

// A table function that hands rows of our own to DuckDB, chunk by chunk: big VALUES lists and the
// rows of FilterRows, which would cost much more as text.

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

inline constexpr std::string_view kRowBlockFunction = "paisql_rows";

// The blocks of the newest statement. A running scan holds its block itself.
class RowBlocks {
 public:
  void Set(std::vector<std::shared_ptr<const RowBlock>> blocks);
  std::shared_ptr<const RowBlock> Find(size_t index) const;  // nullptr for an unknown index

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const RowBlock>> blocks_;
};

// Makes paisql_rows on the connection; `blocks` must outlive it. An empty text means success.
std::string RegisterRowBlocks(const DuckdbApi& api, duckdb_connection connection,
                              RowBlocks& blocks);

// For other functions that give such rows. Adds column i to what a table function gives.
void AddRawColumn(const DuckdbApi& api, duckdb_bind_info info, size_t i, TypeId raw_type);
// Puts as many of the block's rows from `first` on into the chunk as it holds; returns how many.
size_t FillChunk(const DuckdbApi& api, const RowBlock& block, size_t first,
                 duckdb_data_chunk chunk);

}  // namespace paisql::engine
