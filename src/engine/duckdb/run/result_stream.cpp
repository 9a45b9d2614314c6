#include "engine/duckdb/run/result_stream.h"

#include <utility>

#include "engine/duckdb/values/type_check.h"

namespace paisql::engine {

DuckdbResultStream::DuckdbResultStream(std::shared_ptr<Connection> connection, ResultHandle result,
                                       std::vector<ResultColumn> columns,
                                       std::vector<bool> trim_decimals)
    : connection_(std::move(connection)),
      statement_(connection_->statement()),
      result_(std::move(result)),
      handle_(connection_->api()),
      columns_(std::move(columns)) {
  chunk_.trim_decimals = std::move(trim_decimals);
}

Result<const DataChunk*> DuckdbResultStream::Next() {
  if (ended_) return nullptr;
  const DuckdbApi& api = connection_->api();
  chunk_.views.clear();
  handle_.Reset();
  if (statement_ != connection_->statement()) {
    ended_ = true;
    return Error{ErrorCode::kInstanceCancelled, "a newer statement has ended this one", {}, ""};
  }
  handle_.Reset(api.fetch_chunk(*result_.get()));
  const bool interrupted = connection_->interrupted();
  if (!handle_ || interrupted) {
    ended_ = true;
    const char* message = api.result_error(result_.get());
    const bool failed = interrupted || (message != nullptr && *message != '\0');
    if (failed) {
      Error error = connection_->ResultError(result_);
      // What DuckDB still holds for the statement is let go at once, not when the caller drops the
      // stream.
      handle_.Reset();
      result_.Reset();
      return error;
    }
    return nullptr;
  }
  chunk_.rows = api.data_chunk_get_size(handle_.get());
  if (chunk_.rows == 0) {
    ended_ = true;
    return nullptr;
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    TypeHandle type(api, api.column_logical_type(result_.get(), i));
    chunk_.views.emplace_back(api, api.data_chunk_get_vector(handle_.get(), i), type.get(),
                              columns_[i].type);
  }
  return &chunk_;
}

bool ResultFits(const DuckdbApi& api, ResultHandle& result,
                const std::vector<ResultColumn>& columns) {
  for (size_t i = 0; i < columns.size(); ++i) {
    TypeHandle type(api, api.column_logical_type(result.get(), i));
    if (!TypeFits(api, type.get(), columns[i].type)) return false;
  }
  return true;
}

}  // namespace paisql::engine
