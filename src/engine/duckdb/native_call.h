#pragma once

// What a function of ours sees when DuckDB calls it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/duckdb/api.h"

namespace paisql::engine {

// One call over a chunk: the arguments' vectors and the vector to fill.
class NativeCall {
 public:
  NativeCall(const DuckdbApi& api, duckdb_function_info info, duckdb_data_chunk input,
             duckdb_vector output)
      : api_(api), info_(info), output_(output), rows_(api.data_chunk_get_size(input)) {
    const idx_t columns = api.data_chunk_get_column_count(input);
    for (idx_t i = 0; i < columns; ++i) {
      const duckdb_vector vector = api.data_chunk_get_vector(input, i);
      columns_.push_back({api.vector_get_data(vector), api.vector_get_validity(vector)});
    }
    data_ = api.vector_get_data(output);
  }

  bool IsNull(size_t column, idx_t row) const {
    const uint64_t* validity = columns_[column].validity;
    return validity != nullptr && ((validity[row / 64] >> (row % 64)) & 1) == 0;
  }
  const void* Data(size_t column) const { return columns_[column].data; }
  template <typename T>
  const T& Get(size_t column, idx_t row) const {
    return static_cast<const T*>(columns_[column].data)[row];
  }
  std::string_view Text(size_t column, idx_t row) const {
    const auto& text = Get<duckdb_string_t>(column, row);
    const uint32_t length = text.value.inlined.length;
    return {length <= sizeof(text.value.inlined.inlined) ? text.value.inlined.inlined
                                                         : text.value.pointer.ptr,
            length};
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

 private:
  bool HasNulls() const {
    for (const Column& column : columns_) {
      if (column.validity != nullptr) return true;
    }
    return false;
  }
  bool AnyNull(idx_t row) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (IsNull(i, row)) return true;
    }
    return false;
  }

  struct Column {
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
