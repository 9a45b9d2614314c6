#pragma once

// Rows of a running statement, chunk by chunk as DuckDB makes them.

#include <memory>
#include <vector>

#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/values/cell_text.h"
#include "engine/engine.h"

namespace paisql::engine {

class DuckdbResultStream : public ResultStream {
 public:
  DuckdbResultStream(std::shared_ptr<Connection> connection, ResultHandle result,
                     std::vector<ResultColumn> columns, std::vector<bool> trim_decimals);

  const std::vector<ResultColumn>& columns() const override { return columns_; }
  Result<const DataChunk*> Next() override;

 private:
  class Chunk : public DataChunk {
   public:
    size_t row_count() const override { return rows; }
    bool IsNull(size_t column, size_t row) const override { return views[column].IsNull(row); }
    void AppendText(size_t column, size_t row, TextForm form, std::string& out) const override {
      views[column].Append(row, form, trim_decimals[column], out);
    }

    size_t rows = 0;
    std::vector<bool> trim_decimals;  // for each column
    std::vector<VectorView> views;
  };

  // Declared first: the result below must be destroyed before its connection.
  std::shared_ptr<Connection> connection_;
  int64_t statement_;
  ResultHandle result_;
  ChunkHandle handle_;
  std::vector<ResultColumn> columns_;
  Chunk chunk_;
  bool ended_ = false;
};

// Whether every column of the result can be read as the type that the plan gives it.
bool ResultFits(const DuckdbApi& api, ResultHandle& result,
                const std::vector<ResultColumn>& columns);

}  // namespace paisql::engine
