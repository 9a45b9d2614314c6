#pragma once

// Functions of ours as rows of tables, one table a family. The name is "paisql_…"; spellings and
// macros call it, and it is made when a statement first does.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/duckdb/functions/native_call.h"

namespace paisql::engine {

inline constexpr std::string_view kRandomOfSeed = "paisql_random";
// (text, text, ...): joined, once there is the room.
inline constexpr std::string_view kConcatNative = "paisql_concat";
// (number): that of the statement, for functions that DuckDB does not bind.
inline constexpr std::string_view kStatementNative = "paisql_statement";

struct NativeRow {
  std::string_view name;
  // As in functions/function.h, in the types in which DuckDB holds the values: "(STRING, BIGINT) ->
  // ARRAY<STRING>"; ANY takes every type, "ANY*" any number of arguments.
  std::string_view signature;
  duckdb_scalar_function_t body;
  bool takes_nulls = false;                      // else a row with a NULL has the result NULL
  bool varies = false;                           // another value in each row and each run
  duckdb_scalar_function_init_t init = nullptr;  // makes the state of a thread
};

extern const std::span<const NativeRow> kCodingNatives;
extern const std::span<const NativeRow> kHashNatives;
extern const std::span<const NativeRow> kHistogramNatives;
extern const std::span<const NativeRow> kJsonEditNatives;
extern const std::span<const NativeRow> kJsonNatives;
extern const std::span<const NativeRow> kNetNatives;
extern const std::span<const NativeRow> kNumberNatives;
extern const std::span<const NativeRow> kPlaceNatives;
extern const std::span<const NativeRow> kRegexNatives;
extern const std::span<const NativeRow> kRoomNatives;
extern const std::span<const NativeRow> kSortNatives;
extern const std::span<const NativeRow> kTextNatives;

template <void (*Body)(NativeCall&)>
void RunNative(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  Body(call);
}

// For `init`: a T for each thread.
template <typename T>
void MakeState(duckdb_init_info info) {
  LoadedApi().scalar_function_init_set_state(
      info, std::make_unique<T>().release(),
      [](void* state) { std::unique_ptr<T>(static_cast<T*>(state)).reset(); });
}

// Makes the function of that name; false when no row has it. An empty `error` means success. The
// functions look at their statements while they run.
bool RegisterRow(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                 Statements& statements, std::string& error);

}  // namespace paisql::engine
