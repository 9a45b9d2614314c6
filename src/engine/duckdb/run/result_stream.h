#pragma once

// Rows of a running statement, chunk by chunk as DuckDB makes them.

#include <memory>
#include <vector>

#include "engine/duckdb/run/link.h"
#include "engine/duckdb/values/vector_export.h"
#include "engine/result_stream.h"

namespace paisql::engine {

class DuckdbResultStream : public ResultStream {
 public:
  DuckdbResultStream(std::shared_ptr<Link> link, ResultHandle result,
                     std::vector<ResultColumn> columns, FirstChunks first = {});
  ~DuckdbResultStream() override;

  const std::vector<ResultColumn>& columns() const override { return columns_; }
  Result<Batch> Next() override;

 private:
  // A chunk, and the link without which its memory would go.
  struct Chunk {
    std::shared_ptr<Link> link;
    ChunkHandle handle;
  };

  ChunkHandle TakeChunk();
  Status Fetch();
  size_t RowsOfBatch() const;

  // Declared first: the result below must be destroyed before its link.
  std::shared_ptr<Link> link_;
  int64_t statement_;
  ResultHandle result_;
  FirstChunks first_;
  std::vector<ResultColumn> columns_;
  std::vector<VectorShape> shapes_;
  std::shared_ptr<const Chunk> chunk_;  // some of whose rows are still to come
  size_t chunk_rows_ = 0;
  size_t next_row_ = 0;
  bool ended_ = false;
};

// Whether every column of the result can be read as the type that the plan gives it.
bool ResultFits(const DuckdbApi& api, ResultHandle& result,
                const std::vector<ResultColumn>& columns);

}  // namespace paisql::engine
