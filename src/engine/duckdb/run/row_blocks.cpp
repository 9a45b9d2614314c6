#include "engine/duckdb/run/row_blocks.h"

#include <algorithm>

#include "engine/duckdb/run/scan_state.h"
#include "engine/duckdb/values/handles.h"

namespace paisql::engine {
namespace {

struct BoundBlock {
  std::shared_ptr<const RowBlock> block;
};

struct BlockScan {
  size_t next = 0;
};

duckdb_type TypeOf(TypeId raw) {
  switch (raw) {
    case TypeId::kBoolean:
      return DUCKDB_TYPE_BOOLEAN;
    case TypeId::kBigint:
      return DUCKDB_TYPE_BIGINT;
    case TypeId::kDouble:
      return DUCKDB_TYPE_DOUBLE;
    default:
      return DUCKDB_TYPE_VARCHAR;
  }
}

void BindBlocks(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const std::shared_ptr<StatementState> statement = StatementOf(info);
  if (statement == nullptr) return;
  ValueHandle parameter(api, api.bind_get_parameter(info, 0));
  const auto index = static_cast<size_t>(api.get_int64(parameter.get()));
  auto bound = std::make_unique<BoundBlock>();
  if (index < statement->blocks.size()) bound->block = statement->blocks[index];
  if (!bound->block) {
    api.bind_set_error(info, "paisql_rows: no such block");
    return;
  }
  for (size_t i = 0; i < bound->block->columns.size(); ++i) {
    AddRawColumn(api, info, i, bound->block->columns[i].raw_type);
  }
  api.bind_set_cardinality(info, bound->block->rows, true);
  api.bind_set_bind_data(info, bound.release(), Delete<BoundBlock>);
}

void Fill(const DuckdbApi& api, const RowColumn& column, size_t first, size_t count,
          duckdb_vector vector) {
  void* data = api.vector_get_data(vector);
  uint64_t* validity = nullptr;
  for (size_t i = 0; i < count; ++i) {
    const size_t row = first + i;
    if (column.is_null[row]) {
      if (validity == nullptr) {
        api.vector_ensure_validity_writable(vector);
        validity = api.vector_get_validity(vector);
      }
      validity[i / 64] &= ~(uint64_t{1} << (i % 64));
      continue;
    }
    switch (column.raw_type) {
      case TypeId::kBoolean:
        static_cast<bool*>(data)[i] = column.integers[row] != 0;
        break;
      case TypeId::kBigint:
        static_cast<int64_t*>(data)[i] = column.integers[row];
        break;
      case TypeId::kDouble:
        static_cast<double*>(data)[i] = column.doubles[row];
        break;
      default: {
        const std::string& text = column.texts[row];
        api.vector_assign_string_element_len(vector, i, text.data(), text.size());
      }
    }
  }
}

void ScanBlocks(duckdb_function_info info, duckdb_data_chunk output) {
  const DuckdbApi& api = LoadedApi();
  const auto& block = *static_cast<const BoundBlock*>(api.function_get_bind_data(info))->block;
  auto& state = *static_cast<BlockScan*>(api.function_get_init_data(info));
  state.next += FillChunk(api, block, state.next, output);
}

}  // namespace

void AddRawColumn(const DuckdbApi& api, duckdb_bind_info info, size_t i, TypeId raw_type) {
  TypeHandle type(api, api.create_logical_type(TypeOf(raw_type)));
  api.bind_add_result_column(info, ("v" + std::to_string(i)).c_str(), type.get());
}

size_t FillChunk(const DuckdbApi& api, const RowBlock& block, size_t first,
                 duckdb_data_chunk chunk) {
  const size_t count = std::min<size_t>(api.vector_size(), block.rows - first);
  for (size_t i = 0; i < block.columns.size(); ++i) {
    Fill(api, block.columns[i], first, count, api.data_chunk_get_vector(chunk, i));
  }
  api.data_chunk_set_size(chunk, count);
  return count;
}

std::string RegisterRowBlocks(const DuckdbApi& api, duckdb_connection connection,
                              Statements& statements) {
  TableFunctionHandle function(api, api.create_table_function());
  api.table_function_set_name(function.get(), std::string(kRowBlockFunction).c_str());
  TypeHandle parameter(api, api.create_logical_type(DUCKDB_TYPE_BIGINT));
  api.table_function_add_parameter(function.get(), parameter.get());
  api.table_function_set_extra_info(function.get(), &statements, nullptr);
  api.table_function_set_bind(function.get(), BindBlocks);
  api.table_function_set_init(function.get(), InitScan<BlockScan>);
  api.table_function_set_function(function.get(), ScanBlocks);
  if (api.register_table_function(connection, function.get()) == DuckDBSuccess) return "";
  return "the function " + std::string(kRowBlockFunction) + " cannot be registered";
}

}  // namespace paisql::engine
