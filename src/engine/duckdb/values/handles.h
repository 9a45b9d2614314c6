#pragma once

// Owners of what the C API hands out: each is destroyed exactly once, by the function that its type
// names.

#include <utility>

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

template <typename T, auto Destroy>
class Handle {
 public:
  explicit Handle(const DuckdbApi& api, T value = nullptr) : api_(&api), value_(value) {}
  ~Handle() { Reset(); }
  Handle(Handle&& other) noexcept
      : api_(other.api_), value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      Reset();
      api_ = other.api_;
      value_ = std::exchange(other.value_, nullptr);
    }
    return *this;
  }

  T get() const { return value_; }
  T* out() { return &value_; }
  explicit operator bool() const { return value_ != nullptr; }
  // Leaves it to the end of the process.
  void Forget() { value_ = nullptr; }
  void Reset(T value = nullptr) {
    if (value_ != nullptr) (api_->*Destroy)(&value_);
    value_ = value;
  }

 private:
  const DuckdbApi* api_;
  T value_;
};

using ConfigHandle = Handle<duckdb_config, &DuckdbApi::destroy_config>;
using DatabaseHandle = Handle<duckdb_database, &DuckdbApi::close>;
using ConnectionHandle = Handle<duckdb_connection, &DuckdbApi::disconnect>;
using PreparedHandle = Handle<duckdb_prepared_statement, &DuckdbApi::destroy_prepare>;
using PendingHandle = Handle<duckdb_pending_result, &DuckdbApi::destroy_pending>;
using ChunkHandle = Handle<duckdb_data_chunk, &DuckdbApi::destroy_data_chunk>;
using TypeHandle = Handle<duckdb_logical_type, &DuckdbApi::destroy_logical_type>;
using VectorHandle = Handle<duckdb_vector, &DuckdbApi::destroy_vector>;
using ValueHandle = Handle<duckdb_value, &DuckdbApi::destroy_value>;
using ScalarFunctionHandle = Handle<duckdb_scalar_function, &DuckdbApi::destroy_scalar_function>;
using AggregateFunctionHandle =
    Handle<duckdb_aggregate_function, &DuckdbApi::destroy_aggregate_function>;
using TableFunctionHandle = Handle<duckdb_table_function, &DuckdbApi::destroy_table_function>;

// duckdb_result is a struct by value, and must be destroyed even when the query failed.
class ResultHandle {
 public:
  explicit ResultHandle(const DuckdbApi& api) : api_(&api) {}
  ~ResultHandle() { Reset(); }
  ResultHandle(ResultHandle&& other) noexcept
      : api_(other.api_), value_(std::exchange(other.value_, duckdb_result{})) {}
  ResultHandle& operator=(ResultHandle&& other) noexcept {
    if (this != &other) {
      Reset();
      api_ = other.api_;
      value_ = std::exchange(other.value_, duckdb_result{});
    }
    return *this;
  }

  duckdb_result* get() { return &value_; }
  void Reset() {
    api_->destroy_result(&value_);
    value_ = duckdb_result{};
  }

 private:
  const DuckdbApi* api_;
  duckdb_result value_ = {};
};

}  // namespace paisql::engine
