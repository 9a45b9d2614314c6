#include <algorithm>
#include <chrono>

#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/chunk_shelf.h"
#include "engine/duckdb/run/engine.h"
#include "engine/duckdb/values/vector_export.h"

namespace paisql::engine {
namespace {

constexpr size_t kRowsOfFirstPart = 8192;
constexpr size_t kRowsOfPart = 122880;  // a row group of DuckDB's
constexpr size_t kTextOfPart = size_t{64} << 20;
constexpr std::chrono::milliseconds kPatience{500};

// What a string takes outside of its vector; nested values are not looked into.
size_t TextBytes(const DuckdbApi& api, duckdb_data_chunk chunk, const ChunkColumns& columns) {
  size_t bytes = 0;
  for (size_t i = 0; i < columns.types.size(); ++i) {
    const duckdb_type type = api.get_type_id(columns.types[i].get());
    if (type != DUCKDB_TYPE_VARCHAR && type != DUCKDB_TYPE_BLOB) continue;
    const TextVector texts(api, api.data_chunk_get_vector(chunk, i));
    for (size_t row = 0; row < api.data_chunk_get_size(chunk); ++row) bytes += texts.Length(row);
  }
  return bytes;
}

// Gathers the chunks of a result and writes them, by a connection of its own, part by part.
class PartWriter {
 public:
  PartWriter(std::shared_ptr<Connection> connection, const WriteTarget& target,
             std::shared_ptr<const ChunkColumns> columns, const PartsEngine::TakePart& take)
      : connection_(std::move(connection)),
        target_(target),
        columns_(std::move(columns)),
        take_(take) {
    StartPart();
  }

  Status Add(ChunkHandle chunk) {
    const DuckdbApi& api = connection_->api();
    list_->rows += api.data_chunk_get_size(chunk.get());
    bytes_ += TextBytes(api, chunk.get(), *columns_);
    list_->chunks.push_back(std::move(chunk));
    const bool late = std::chrono::steady_clock::now() - begun_ > kPatience;
    if (list_->rows < wanted_ && bytes_ < kTextOfPart && !late) return Status::Ok();
    return Write();
  }

  Status Write() {
    if (list_->rows == 0) return Status::Ok();
    const WrittenFile part = {
        target_.directory + "/" + NewFileName(), {}, static_cast<int64_t>(list_->rows)};
    connection_->shelf().Put(std::move(list_));
    StartPart();
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    context.functions.insert(std::string(kChunkFunction));
    const std::string sql = "COPY (SELECT * FROM " + std::string(kChunkFunction) + "()) TO " +
                            QuoteText(part.path) + " (FORMAT parquet, COMPRESSION snappy)";
    PAISQL_TRY(connection_->Begin(context, sql));
    PAISQL_TRY(connection_->Execute(sql));
    connection_->shelf().Put(nullptr);
    wanted_ = std::min(2 * wanted_, kRowsOfPart);
    return take_(part);
  }

 private:
  void StartPart() {
    list_ = std::make_shared<ChunkList>();
    list_->columns = columns_;
    bytes_ = 0;
    begun_ = std::chrono::steady_clock::now();
  }

  const std::shared_ptr<Connection> connection_;
  const WriteTarget& target_;
  const std::shared_ptr<const ChunkColumns> columns_;
  const PartsEngine::TakePart& take_;
  const ExecutionSettings settings_;  // nothing is computed any more
  std::shared_ptr<ChunkList> list_;
  size_t bytes_ = 0;
  size_t wanted_ = kRowsOfFirstPart;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

Status DuckdbEngine::WriteParts(const plan::Relation& root, const Bindings& bindings,
                                const WriteTarget& target, const ExecutionSettings& settings,
                                const TakePart& take) {
  PAISQL_ASSERT(target.partition_names.empty(), "parts have no dynamic partitions");
  PrintContext context(settings, bindings);
  context.plan_once = true;
  const std::string sql = PrintStored(root, target, context);
  if (context.error) return *context.error;
  PAISQL_TRY(connection_->Begin(context, sql, FailurePlaces(root)));
  PAISQL_ASSIGN(ResultHandle result, connection_->Run(sql));
  const DuckdbApi& api = connection_->api();
  auto columns = std::make_shared<ChunkColumns>();
  columns->names = target.column_names;
  for (size_t i = 0; i < target.column_names.size(); ++i) {
    columns->types.emplace_back(api, api.column_logical_type(result.get(), i));
  }
  PAISQL_ASSIGN(auto sibling, connection_->OpenSibling());
  PartWriter writer(std::move(sibling), target, std::move(columns), take);
  while (true) {
    ChunkHandle chunk(api);
    {
      const Connection::Busy busy(*connection_);
      chunk.Reset(api.fetch_chunk(*result.get()));
    }
    const bool interrupted = connection_->interrupted();
    if (chunk && !interrupted && api.data_chunk_get_size(chunk.get()) > 0) {
      PAISQL_TRY(writer.Add(std::move(chunk)));
      continue;
    }
    const char* message = api.result_error(result.get());
    if (interrupted || (message != nullptr && *message != '\0')) {
      return connection_->ResultError(result);
    }
    return writer.Write();
  }
}

}  // namespace paisql::engine
