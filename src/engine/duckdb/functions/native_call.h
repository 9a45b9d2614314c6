#pragma once

// Gives a function of ours its arguments and result when DuckDB calls it.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// The text stays valid as long as the value does.
inline std::string_view TextOf(const duckdb_string_t& text) {
  const uint32_t length = text.value.inlined.length;
  return {length <= sizeof(text.value.inlined.inlined) ? text.value.inlined.inlined
                                                       : text.value.pointer.ptr,
          length};
}

// One call over a chunk: the arguments' vectors and the vector to fill.
class NativeCall {
 public:
  NativeCall(const DuckdbApi& api, duckdb_function_info info, duckdb_data_chunk input,
             duckdb_vector output)
      : api_(api), info_(info), output_(output), rows_(api.data_chunk_get_size(input)) {
    const idx_t columns = api.data_chunk_get_column_count(input);
    for (idx_t i = 0; i < columns; ++i) {
      const duckdb_vector vector = api.data_chunk_get_vector(input, i);
      columns_.push_back({vector, api.vector_get_data(vector), api.vector_get_validity(vector)});
    }
    data_ = api.vector_get_data(output);
  }

  bool IsNull(size_t column, idx_t row) const {
    const uint64_t* validity = columns_[column].validity;
    return validity != nullptr && ((validity[row / 64] >> (row % 64)) & 1) == 0;
  }
  // Whether any of its rows may be NULL.
  bool MayBeNull(size_t column) const { return columns_[column].validity != nullptr; }
  const void* Data(size_t column) const { return columns_[column].data; }
  template <typename T>
  const T& Get(size_t column, idx_t row) const {
    return static_cast<const T*>(columns_[column].data)[row];
  }
  std::string_view Text(size_t column, idx_t row) const {
    return TextOf(Get<duckdb_string_t>(column, row));
  }
  void SetNull(idx_t row) {
    if (validity_ == nullptr) {
      api_.vector_ensure_validity_writable(output_);
      validity_ = api_.vector_get_validity(output_);
    }
    validity_[row / 64] &= ~(uint64_t{1} << (row % 64));
  }
  template <typename T>
  void Set(idx_t row, T value) {
    static_cast<T*>(data_)[row] = value;
  }
  void SetText(idx_t row, std::string_view text) {
    api_.vector_assign_string_element_len(output_, row, text.data(), text.size());
  }
  void Fail(ErrorCode code, const std::string& detail) {
    const std::string message = std::string(ErrorCodeName(code)) + "|" + detail;
    api_.scalar_function_set_error(info_, message.c_str());
  }
  // An argument that the function cannot take, though its type fits: an error in strict mode, else
  // NULL. The mode is the argument `column`, in which a template says '$mode'. Gives whether to go
  // on with the next row.
  bool Refuse(idx_t row, size_t column, const std::string& detail) {
    if (Text(column, row) == "error") {
      Fail(ErrorCode::kRuntimeArguments, detail);
      return false;
    }
    SetNull(row);
    return true;
  }
  // Calls body(row) for rows without a NULL argument until it returns false; the others become
  // NULL.
  template <typename Body>
  void ForEach(Body body) {
    if (!HasNulls()) {
      for (idx_t row = 0; row < rows_ && body(row);) ++row;
      return;
    }
    for (idx_t row = 0; row < rows_; ++row) {
      if (AnyNull(row)) {
        SetNull(row);
      } else if (!body(row)) {
        return;
      }
    }
  }
  // Makes the result NULL wherever an argument is.
  void CopyNulls() {
    if (!HasNulls()) return;
    for (idx_t row = 0; row < rows_; ++row) {
      if (AnyNull(row)) SetNull(row);
    }
  }
  idx_t rows() const { return rows_; }
  bool AnyNull(idx_t row) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (IsNull(i, row)) return true;
    }
    return false;
  }
  size_t column_count() const { return columns_.size(); }
  duckdb_vector Vector(size_t column) const { return columns_[column].vector; }
  duckdb_vector output() const { return output_; }
  const DuckdbApi& api() const { return api_; }
  // The state that the function's init has made for this thread.
  template <typename T>
  T& State() const {
    return *static_cast<T*>(api_.scalar_function_get_state(info_));
  }
  // Whether the statement is to end: what takes long for a single row asks for each.
  bool Stopped() const { return statement().stop.load(std::memory_order_relaxed); }
  // Stopped, and the call has failed.
  bool FailsWhereStopped() {
    if (!Stopped()) return false;
    Fail(ErrorCode::kInstanceCancelled, "the statement was interrupted");
    return true;
  }
  // Only for a function that BindStatement has bound.
  StatementState& statement() const {
    return **static_cast<const std::shared_ptr<StatementState>*>(
        api_.scalar_function_get_bind_data(info_));
  }
  template <typename T>
  T* Output() {
    return static_cast<T*>(data_);
  }

 private:
  bool HasNulls() const {
    for (const Column& column : columns_) {
      if (column.validity != nullptr) return true;
    }
    return false;
  }

  struct Column {
    duckdb_vector vector;
    void* data;
    uint64_t* validity;
  };
  const DuckdbApi& api_;
  duckdb_function_info info_;
  duckdb_vector output_;
  idx_t rows_;
  std::vector<Column> columns_;
  void* data_ = nullptr;
  uint64_t* validity_ = nullptr;
};

}  // namespace paisql::engine
