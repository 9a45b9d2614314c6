#include "engine/duckdb/batches/batch_stream.h"

#include <algorithm>

#include "engine/duckdb/batches/vector_import.h"
#include "engine/duckdb/run/scan_state.h"
#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/logical_type.h"

namespace paisql::engine {
namespace {

struct BoundBatches {
  std::shared_ptr<BatchStream> stream;
};

struct BatchScan {
  std::shared_ptr<const Batch> batch;
  size_t next = 0;  // row of the batch
};

void BindBatches(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const std::shared_ptr<StatementState> statement = StatementOf(info);
  if (statement == nullptr) return;
  auto bound = std::make_unique<BoundBatches>();
  bound->stream = statement->batches;
  if (!bound->stream) {
    api.bind_set_error(info, "paisql_batches: there is no such stream");
    return;
  }
  const std::vector<DataType>& types = bound->stream->types();
  for (size_t i = 0; i < types.size(); ++i) {
    const TypeHandle type = LogicalType(api, types[i]);
    api.bind_add_result_column(info, ("v" + std::to_string(i)).c_str(), type.get());
  }
  api.bind_set_bind_data(info, bound.release(), Delete<BoundBatches>);
}

void ScanBatches(duckdb_function_info info, duckdb_data_chunk output) {
  const DuckdbApi& api = LoadedApi();
  BatchStream& stream = *static_cast<const BoundBatches*>(api.function_get_bind_data(info))->stream;
  auto& state = *static_cast<BatchScan*>(api.function_get_init_data(info));
  while (state.batch == nullptr || state.next == state.batch->row_count()) {
    state.batch = stream.Pop();
    state.next = 0;
    if (state.batch != nullptr) continue;
    if (stream.failed()) api.function_set_error(info, "paisql_batches: the rows ended early");
    api.data_chunk_set_size(output, 0);
    return;
  }
  const size_t count = std::min<size_t>(api.vector_size(), state.batch->row_count() - state.next);
  for (size_t i = 0; i < stream.types().size(); ++i) {
    ImportVector(api, stream.types()[i], state.batch->column(i), state.next, count,
                 api.data_chunk_get_vector(output, i));
  }
  api.data_chunk_set_size(output, count);
  state.next += count;
}

}  // namespace

std::string RegisterBatches(const DuckdbApi& api, duckdb_connection connection,
                            Statements& statements) {
  TableFunctionHandle function(api, api.create_table_function());
  api.table_function_set_name(function.get(), std::string(kBatchFunction).c_str());
  api.table_function_set_extra_info(function.get(), &statements, nullptr);
  api.table_function_set_bind(function.get(), BindBatches);
  api.table_function_set_init(function.get(), InitScan<BatchScan>);
  api.table_function_set_function(function.get(), ScanBatches);
  if (api.register_table_function(connection, function.get()) == DuckDBSuccess) return "";
  return "the function " + std::string(kBatchFunction) + " cannot be registered";
}

}  // namespace paisql::engine
