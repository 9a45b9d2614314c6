#include "engine/duckdb/run/result_stream.h"

#include <utility>

#include "engine/duckdb/values/type_check.h"

namespace paisql::engine {
namespace {

// Text of one batch, which is a copy; a chunk may hold gigabytes.
constexpr size_t kMostBytesOfText = size_t{16} << 20;

}  // namespace

DuckdbResultStream::DuckdbResultStream(std::shared_ptr<Link> link, ResultHandle result,
                                       std::vector<ResultColumn> columns, FirstChunks first)
    : link_(std::move(link)),
      statement_(link_->statement()),
      result_(std::move(result)),
      first_(std::move(first)),
      columns_(std::move(columns)) {
  const DuckdbApi& api = link_->api();
  for (size_t i = 0; i < columns_.size(); ++i) {
    const TypeHandle type(api, api.column_logical_type(result_.get(), i));
    shapes_.emplace_back(api, type.get(), columns_[i].type);
  }
}

DuckdbResultStream::~DuckdbResultStream() {
  if (ended_ || statement_ != link_->statement()) return;
  first_.chunks.clear();
  result_.Reset();
  link_->Close();
}

ChunkHandle DuckdbResultStream::TakeChunk() {
  const DuckdbApi& api = link_->api();
  if (!first_.chunks.empty()) {
    ChunkHandle chunk = std::move(first_.chunks.front());
    first_.chunks.pop_front();
    return chunk;
  }
  if (first_.ended) return ChunkHandle(api);
  const Link::Busy busy(*link_);
  return ChunkHandle(api, api.fetch_chunk(*result_.get()));
}

Result<Batch> DuckdbResultStream::Next() {
  const bool others = link_->interrupted() || statement_ != link_->statement();
  if (next_row_ == chunk_rows_ || others) PAISQL_TRY(Fetch());
  if (chunk_ == nullptr) return Batch();
  const DuckdbApi& api = link_->api();
  const size_t count = RowsOfBatch();
  std::vector<ArrowArray> arrays;
  arrays.reserve(columns_.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    const duckdb_vector vector = api.data_chunk_get_vector(chunk_->handle.get(), i);
    arrays.push_back(ExportVector(api, shapes_[i], vector, next_row_, count, chunk_));
  }
  next_row_ += count;
  // From here on the batch alone keeps it.
  if (next_row_ == chunk_rows_) chunk_.reset();
  return MakeBatch(static_cast<int64_t>(count), std::move(arrays));
}

Status DuckdbResultStream::Fetch() {
  chunk_.reset();
  chunk_rows_ = next_row_ = 0;
  if (ended_) return Status::Ok();
  const DuckdbApi& api = link_->api();
  if (statement_ != link_->statement()) {
    ended_ = true;
    return Error{ErrorCode::kInstanceCancelled, "a newer statement has ended this one", {}, ""};
  }
  ChunkHandle handle = TakeChunk();
  const bool interrupted = link_->interrupted();
  if (!handle || interrupted) {
    ended_ = true;
    const char* message = api.result_error(result_.get());
    const bool failed = interrupted || (message != nullptr && *message != '\0');
    if (!failed) return Status::Ok();
    Error error = link_->ResultError(result_);
    // DuckDB lets the statement's memory go at once, not when the caller drops the
    // stream.
    handle.Reset();
    result_.Reset();
    return error;
  }
  chunk_rows_ = api.data_chunk_get_size(handle.get());
  if (chunk_rows_ == 0) {
    ended_ = true;
    return Status::Ok();
  }
  chunk_ = std::make_shared<const Chunk>(Chunk{link_, std::move(handle)});
  return Status::Ok();
}

size_t DuckdbResultStream::RowsOfBatch() const {
  const DuckdbApi& api = link_->api();
  const size_t left = chunk_rows_ - next_row_;
  std::vector<TextVector> texts;
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (!shapes_[i].is_text()) continue;
    texts.emplace_back(api, api.data_chunk_get_vector(chunk_->handle.get(), i));
  }
  size_t bytes = 0;
  for (size_t row = 0; !texts.empty() && row < left; ++row) {
    for (const TextVector& text : texts) bytes += text.Length(next_row_ + row);
    if (bytes > kMostBytesOfText && row > 0) return row;
  }
  return left;
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
