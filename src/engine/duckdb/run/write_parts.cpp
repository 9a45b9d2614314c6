#include <algorithm>
#include <chrono>

#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/chunk_list.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/values/vector_export.h"

namespace paisql::engine {
namespace {

constexpr size_t kRowsOfFirstPart = 8192;
constexpr size_t kRowsOfPart = 122880;  // a row group of DuckDB's
constexpr size_t kBytesOfPart = size_t{64} << 20;
constexpr std::chrono::milliseconds kPartPatience{500};

// What the first values of a vector take, more or less.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the type.
size_t BytesOf(const DuckdbApi& api, duckdb_vector vector, size_t count) {
  const TypeHandle type(api, api.vector_get_column_type(vector));
  switch (api.get_type_id(type.get())) {
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_BLOB: {
      const TextVector texts(api, vector);
      size_t bytes = count * sizeof(duckdb_string_t);
      for (size_t row = 0; row < count; ++row) bytes += texts.Length(row);
      return bytes;
    }
    case DUCKDB_TYPE_LIST:
    case DUCKDB_TYPE_MAP:
      return count * sizeof(duckdb_list_entry) +
             BytesOf(api, api.list_vector_get_child(vector), api.list_vector_get_size(vector));
    case DUCKDB_TYPE_STRUCT: {
      size_t bytes = 0;
      for (idx_t i = 0; i < api.struct_type_child_count(type.get()); ++i) {
        bytes += BytesOf(api, api.struct_vector_get_child(vector, i), count);
      }
      return bytes;
    }
    default:
      return count * sizeof(int64_t);
  }
}

// Gathers the chunks of a result and writes them, by a link of its own, part by part.
class PartWriter {
 public:
  PartWriter(std::shared_ptr<Link> link, const WriteTarget& target,
             std::shared_ptr<const ChunkColumns> columns, const Connection::TakePart& take)
      : link_(std::move(link)), target_(target), columns_(std::move(columns)), take_(take) {
    StartPart();
  }

  Status Add(ChunkHandle chunk) {
    const DuckdbApi& api = link_->api();
    const size_t rows = api.data_chunk_get_size(chunk.get());
    list_->rows += rows;
    for (size_t i = 0; i < columns_->names.size(); ++i) {
      bytes_ += BytesOf(api, api.data_chunk_get_vector(chunk.get(), i), rows);
    }
    list_->chunks.push_back(std::move(chunk));
    const bool late = std::chrono::steady_clock::now() - begun_ > kPartPatience;
    if (list_->rows < wanted_ && bytes_ < kBytesOfPart && !late) return Status::Ok();
    return Write();
  }

  Status Write() {
    if (list_->rows == 0) return Status::Ok();
    const WrittenFile part = {
        target_.directory + "/" + NewFileName(), {}, static_cast<int64_t>(list_->rows)};
    const std::shared_ptr<const ChunkList> list = std::move(list_);
    StartPart();
    const Bindings no_plan;
    PrintContext context(settings_, no_plan);
    context.functions.insert(std::string(kChunkFunction));
    const std::string sql = "COPY (SELECT * FROM " + std::string(kChunkFunction) + "()) TO " +
                            QuoteText(part.path) + " (" + std::string(kFileOptions) + ")";
    PAISQL_TRY(link_->Begin(context, sql, {}, {.chunks = list}));
    PAISQL_TRY(link_->Execute(sql));
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

  const std::shared_ptr<Link> link_;
  const WriteTarget& target_;
  const std::shared_ptr<const ChunkColumns> columns_;
  const Connection::TakePart& take_;
  const ExecutionSettings settings_;  // nothing is computed any more
  std::shared_ptr<ChunkList> list_;
  size_t bytes_ = 0;
  size_t wanted_ = kRowsOfFirstPart;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

Status DuckdbConnection::WriteParts(const plan::Relation& root, const Bindings& bindings,
                                    const WriteTarget& target, const ExecutionSettings& settings,
                                    const TakePart& take) {
  PAISQL_ASSERT(target.partition_names.empty(), "parts have no dynamic partitions");
  PrintContext context(settings, bindings);
  context.plan_once = true;
  const std::string sql = PrintStored(root, target, context);
  if (context.error) return *context.error;
  PAISQL_ASSIGN(const std::shared_ptr<Link> link, LinkFor(context));
  PAISQL_TRY(link->Begin(context, sql, FailurePlaces(root)));
  PAISQL_ASSIGN(ResultHandle result, link->Run(sql));
  const DuckdbApi& api = link->api();
  auto columns = std::make_shared<ChunkColumns>();
  columns->names = target.column_names;
  for (size_t i = 0; i < target.column_names.size(); ++i) {
    columns->types.emplace_back(api, api.column_logical_type(result.get(), i));
  }
  PAISQL_ASSIGN(auto sibling, link->OpenSibling());
  PartWriter writer(std::move(sibling), target, std::move(columns), take);
  while (true) {
    ChunkHandle chunk(api);
    {
      const Link::Busy busy(*link);
      chunk.Reset(api.fetch_chunk(*result.get()));
    }
    const bool interrupted = link->interrupted();
    if (chunk && !interrupted && api.data_chunk_get_size(chunk.get()) > 0) {
      PAISQL_TRY(writer.Add(std::move(chunk)));
      continue;
    }
    const char* message = api.result_error(result.get());
    if (interrupted || (message != nullptr && *message != '\0')) {
      return link->ResultError(result);
    }
    return writer.Write();
  }
}

}  // namespace paisql::engine
