#pragma once

// Parts that the table functions of this folder share: data that DuckDB holds and deletes, and the
// state of a scan that one thread reads.

#include <memory>

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// DuckDB calls this for data that a function has handed to it.
template <typename T>
void Delete(void* data) {
  std::unique_ptr<T>(static_cast<T*>(data)).reset();
}

// The init function of a scan: one thread, and a State of its own.
template <typename State>
void InitScan(duckdb_init_info info) {
  const DuckdbApi& api = LoadedApi();
  api.init_set_max_threads(info, 1);
  api.init_set_init_data(info, std::make_unique<State>().release(), Delete<State>);
}

}  // namespace paisql::engine
