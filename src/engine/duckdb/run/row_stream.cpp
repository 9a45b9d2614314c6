#include "engine/duckdb/run/row_stream.h"

#include "engine/duckdb/run/row_blocks.h"
#include "engine/duckdb/run/scan_state.h"
#include "engine/duckdb/values/handles.h"

namespace paisql::engine {

namespace {

struct BoundStream {
  std::shared_ptr<RowStream> stream;
};

struct StreamScan {
  std::shared_ptr<const RowBlock> block;
  size_t next = 0;  // row of the block
};

void BindStream(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const std::shared_ptr<StatementState> statement = StatementOf(info);
  if (statement == nullptr) return;
  auto bound = std::make_unique<BoundStream>();
  bound->stream = statement->stream;
  if (!bound->stream) {
    api.bind_set_error(info, "paisql_row_stream: there is no such stream");
    return;
  }
  const std::vector<TypeId>& types = bound->stream->raw_types();
  for (size_t i = 0; i < types.size(); ++i) AddRawColumn(api, info, i, types[i]);
  api.bind_set_bind_data(info, bound.release(), Delete<BoundStream>);
}

void ScanStream(duckdb_function_info info, duckdb_data_chunk output) {
  const DuckdbApi& api = LoadedApi();
  RowStream& stream = *static_cast<const BoundStream*>(api.function_get_bind_data(info))->stream;
  auto& state = *static_cast<StreamScan*>(api.function_get_init_data(info));
  if (state.block == nullptr || state.next == state.block->rows) {
    state.block = stream.Pop();
    state.next = 0;
    if (state.block == nullptr) {
      if (stream.failed()) api.function_set_error(info, "paisql_row_stream: the rows ended early");
      api.data_chunk_set_size(output, 0);
      return;
    }
  }
  state.next += FillChunk(api, *state.block, state.next, output);
}

}  // namespace

std::string RegisterRowStreams(const DuckdbApi& api, duckdb_connection connection,
                               Statements& statements) {
  TableFunctionHandle function(api, api.create_table_function());
  api.table_function_set_name(function.get(), std::string(kRowStreamFunction).c_str());
  api.table_function_set_extra_info(function.get(), &statements, nullptr);
  api.table_function_set_bind(function.get(), BindStream);
  api.table_function_set_init(function.get(), InitScan<StreamScan>);
  api.table_function_set_function(function.get(), ScanStream);
  if (api.register_table_function(connection, function.get()) == DuckDBSuccess) return "";
  return "the function " + std::string(kRowStreamFunction) + " cannot be registered";
}

}  // namespace paisql::engine
