#pragma once

// paisql_chunks(): a table function that hands chunks which one statement has made to another one
// (StatementState::chunks), without copying what is in them.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/handles.h"

namespace paisql::engine {

inline constexpr std::string_view kChunkFunction = "paisql_chunks";

// The columns of a result.
struct ChunkColumns {
  std::vector<std::string> names;
  std::vector<TypeHandle> types;
};

struct ChunkList {
  std::shared_ptr<const ChunkColumns> columns;
  std::vector<ChunkHandle> chunks;
  size_t rows = 0;
};

// Makes paisql_chunks on the connection; `statements` must outlive it. An empty text means success.
std::string RegisterChunks(const DuckdbApi& api, duckdb_connection connection,
                           Statements& statements);

}  // namespace paisql::engine
