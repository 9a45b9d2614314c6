#pragma once

// The functions of libduckdb that this engine calls, found at run time: a program that runs no
// query never pays for loading the library. Only files of this folder include this header.

#include <duckdb.h>

#include <string>

#include "base/result.h"

namespace paisql::engine {

// The release whose header this program was compiled with. The C API is stable within a release
// only.
inline constexpr char kDuckdbVersion[] = "v1.5.6";

#define PAISQL_DUCKDB_FUNCTIONS(X)           \
  X(library_version)                         \
  X(create_config)                           \
  X(set_config)                              \
  X(destroy_config)                          \
  X(open_ext)                                \
  X(close)                                   \
  X(connect)                                 \
  X(connection_get_client_context)           \
  X(client_context_get_connection_id)        \
  X(destroy_client_context)                  \
  X(disconnect)                              \
  X(interrupt)                               \
  X(query_progress)                          \
  X(free)                                    \
  X(query)                                   \
  X(destroy_result)                          \
  X(result_error)                            \
  X(result_error_type)                       \
  X(column_count)                            \
  X(column_logical_type)                     \
  X(fetch_chunk)                             \
  X(prepare)                                 \
  X(prepare_error)                           \
  X(destroy_prepare)                         \
  X(bind_int64)                              \
  X(pending_prepared_streaming)              \
  X(pending_error)                           \
  X(pending_execute_task)                    \
  X(execute_pending)                         \
  X(destroy_pending)                         \
  X(destroy_data_chunk)                      \
  X(data_chunk_get_size)                     \
  X(data_chunk_set_size)                     \
  X(data_chunk_get_vector)                   \
  X(data_chunk_get_column_count)             \
  X(vector_size)                             \
  X(vector_get_column_type)                  \
  X(vector_get_data)                         \
  X(vector_get_validity)                     \
  X(vector_ensure_validity_writable)         \
  X(vector_assign_string_element_len)        \
  X(unsafe_vector_assign_string_element_len) \
  X(vector_reference_vector)                 \
  X(list_vector_get_child)                   \
  X(list_vector_get_size)                    \
  X(list_vector_set_size)                    \
  X(list_vector_reserve)                     \
  X(struct_vector_get_child)                 \
  X(create_logical_type)                     \
  X(create_decimal_type)                     \
  X(create_list_type)                        \
  X(create_map_type)                         \
  X(create_struct_type)                      \
  X(logical_type_set_alias)                  \
  X(destroy_logical_type)                    \
  X(get_type_id)                             \
  X(decimal_scale)                           \
  X(decimal_internal_type)                   \
  X(list_type_child_type)                    \
  X(map_type_key_type)                       \
  X(map_type_value_type)                     \
  X(struct_type_child_count)                 \
  X(struct_type_child_type)                  \
  X(get_int64)                               \
  X(get_varchar)                             \
  X(destroy_value)                           \
  X(create_scalar_function)                  \
  X(destroy_scalar_function)                 \
  X(scalar_function_set_name)                \
  X(scalar_function_add_parameter)           \
  X(scalar_function_set_return_type)         \
  X(scalar_function_set_special_handling)    \
  X(scalar_function_set_varargs)             \
  X(scalar_function_set_volatile)            \
  X(scalar_function_set_bind)                \
  X(scalar_function_bind_get_extra_info)     \
  X(scalar_function_get_client_context)      \
  X(scalar_function_bind_set_error)          \
  X(scalar_function_set_bind_data)           \
  X(scalar_function_set_bind_data_copy)      \
  X(scalar_function_get_bind_data)           \
  X(scalar_function_set_init)                \
  X(scalar_function_init_set_state)          \
  X(scalar_function_get_state)               \
  X(scalar_function_set_function)            \
  X(scalar_function_set_extra_info)          \
  X(scalar_function_get_extra_info)          \
  X(scalar_function_set_error)               \
  X(register_scalar_function)                \
  X(create_aggregate_function)               \
  X(destroy_aggregate_function)              \
  X(aggregate_function_set_name)             \
  X(aggregate_function_add_parameter)        \
  X(aggregate_function_set_return_type)      \
  X(aggregate_function_set_functions)        \
  X(aggregate_function_set_destructor)       \
  X(aggregate_function_set_extra_info)       \
  X(aggregate_function_get_extra_info)       \
  X(aggregate_function_set_error)            \
  X(aggregate_function_set_special_handling) \
  X(register_aggregate_function)             \
  X(create_table_function)                   \
  X(destroy_table_function)                  \
  X(table_function_set_name)                 \
  X(table_function_add_parameter)            \
  X(table_function_set_extra_info)           \
  X(table_function_set_bind)                 \
  X(table_function_set_init)                 \
  X(table_function_set_function)             \
  X(register_table_function)                 \
  X(bind_get_extra_info)                     \
  X(bind_get_parameter)                      \
  X(table_function_get_client_context)       \
  X(bind_add_result_column)                  \
  X(bind_set_bind_data)                      \
  X(bind_set_cardinality)                    \
  X(bind_set_error)                          \
  X(function_set_error)                      \
  X(init_set_init_data)                      \
  X(init_set_max_threads)                    \
  X(function_get_bind_data)                  \
  X(function_get_init_data)                  \
  X(create_vector)                           \
  X(destroy_vector)                          \
  X(vector_copy_sel)                         \
  X(create_selection_vector)                 \
  X(destroy_selection_vector)                \
  X(selection_vector_get_data_ptr)           \
  X(get_profiling_info)                      \
  X(profiling_info_get_value)                \
  X(profiling_info_get_child_count)          \
  X(profiling_info_get_child)

struct DuckdbApi {
#define PAISQL_DUCKDB_MEMBER(name) decltype(&::duckdb_##name) name = nullptr;
  PAISQL_DUCKDB_FUNCTIONS(PAISQL_DUCKDB_MEMBER)
#undef PAISQL_DUCKDB_MEMBER
};

// Opens the library and checks its version. The library stays in the process until it ends:
// DuckDB's threads and thread-local data do not survive being unloaded.
Result<const DuckdbApi*> LoadApi(const std::string& library_path);

// The loaded library's functions, for callbacks that DuckDB makes: they get an opaque handle, and
// even asking that for our own data needs a function of the library. Written once, by LoadApi.
const DuckdbApi& LoadedApi();

}  // namespace paisql::engine
