#include "engine/duckdb/run/chunk_list.h"

#include <utility>

#include "engine/duckdb/run/scan_state.h"

namespace paisql::engine {
namespace {

struct BoundChunks {
  std::shared_ptr<const ChunkList> list;
};

struct ListScan {
  size_t next = 0;
};

void BindList(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const std::shared_ptr<StatementState> statement = StatementOf(info);
  if (statement == nullptr) return;
  auto bound = std::make_unique<BoundChunks>();
  bound->list = statement->chunks;
  if (!bound->list) {
    api.bind_set_error(info, "paisql_chunks: there are no chunks");
    return;
  }
  const ChunkColumns& columns = *bound->list->columns;
  for (size_t i = 0; i < columns.names.size(); ++i) {
    api.bind_add_result_column(info, columns.names[i].c_str(), columns.types[i].get());
  }
  api.bind_set_cardinality(info, bound->list->rows, true);
  api.bind_set_bind_data(info, bound.release(), Delete<BoundChunks>);
}

void ScanList(duckdb_function_info info, duckdb_data_chunk output) {
  const DuckdbApi& api = LoadedApi();
  const ChunkList& list = *static_cast<const BoundChunks*>(api.function_get_bind_data(info))->list;
  auto& state = *static_cast<ListScan*>(api.function_get_init_data(info));
  if (state.next == list.chunks.size()) {
    api.data_chunk_set_size(output, 0);
    return;
  }
  const duckdb_data_chunk chunk = list.chunks[state.next++].get();
  for (size_t i = 0; i < list.columns->names.size(); ++i) {
    api.vector_reference_vector(api.data_chunk_get_vector(output, i),
                                api.data_chunk_get_vector(chunk, i));
  }
  api.data_chunk_set_size(output, api.data_chunk_get_size(chunk));
}

}  // namespace

std::string RegisterChunks(const DuckdbApi& api, duckdb_connection connection,
                           Statements& statements) {
  TableFunctionHandle function(api, api.create_table_function());
  api.table_function_set_name(function.get(), std::string(kChunkFunction).c_str());
  api.table_function_set_extra_info(function.get(), &statements, nullptr);
  api.table_function_set_bind(function.get(), BindList);
  api.table_function_set_init(function.get(), InitScan<ListScan>);
  api.table_function_set_function(function.get(), ScanList);
  if (api.register_table_function(connection, function.get()) == DuckDBSuccess) return "";
  return "the function " + std::string(kChunkFunction) + " cannot be registered";
}

}  // namespace paisql::engine
