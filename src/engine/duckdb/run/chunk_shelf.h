#pragma once

// A table function that hands chunks which one statement has made to another one, without copying
// what is in them.

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

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

// What the next call of paisql_chunks() gives. A running scan holds its list itself.
class ChunkShelf {
 public:
  void Put(std::shared_ptr<const ChunkList> chunks);
  std::shared_ptr<const ChunkList> Get() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const ChunkList> chunks_;
};

// Makes paisql_chunks on the connection; `shelf` must outlive it. An empty text means success.
std::string RegisterChunkShelf(const DuckdbApi& api, duckdb_connection connection,
                               ChunkShelf& shelf);

}  // namespace paisql::engine
