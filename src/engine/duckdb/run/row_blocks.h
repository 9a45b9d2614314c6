#pragma once

// paisql_rows(i): a table function that hands rows of our own (StatementState::blocks) to DuckDB:
// big VALUES lists and the rows of FilterRows, which would cost much more as text.

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

inline constexpr std::string_view kRowBlockFunction = "paisql_rows";

// Makes paisql_rows on the connection; `statements` must outlive it. An empty text means success.
std::string RegisterRowBlocks(const DuckdbApi& api, duckdb_connection connection,
                              Statements& statements);

// For other functions that give such rows. Adds column i to what a table function gives.
void AddRawColumn(const DuckdbApi& api, duckdb_bind_info info, size_t i, TypeId raw_type);
// Puts as many of the block's rows from `first` on into the chunk as it holds; returns how many.
size_t FillChunk(const DuckdbApi& api, const RowBlock& block, size_t first,
                 duckdb_data_chunk chunk);

}  // namespace paisql::engine
