#pragma once

// Cells of DuckDB's vectors as text in every output form.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/duckdb/values/api.h"
#include "engine/engine.h"

namespace paisql::engine {

// Hive's forms: "2-3" for two years and three months, "1 12:00:00.000000000" for days to seconds; a
// minus belongs to the whole.
void AppendInterval(const duckdb_interval& interval, bool months_only, std::string& out);

// A vector of one chunk with our type for it. Valid as long as the chunk.
class VectorView {
 public:
  // `drops_null_members`: members of a STRUCT that are NULL are not in its text.
  VectorView(const DuckdbApi& api, duckdb_vector vector, duckdb_logical_type physical,
             const DataType& type, bool drops_null_members = false);

  bool IsNull(size_t row) const {
    return validity_ != nullptr && ((validity_[row / 64] >> (row % 64)) & 1) == 0;
  }
  // The cell in one of the two forms of engine.h. Times are wall clock already.
  void Append(size_t row, TextForm form, bool trim_decimals, std::string& out) const;

 private:
  // A JSON value inside a nested cell, or in TextForm::kJson.
  void AppendJson(size_t row, bool trim_decimals, std::string& out) const;
  // Any value but a nested one, without quotes.
  void AppendPlain(size_t row, bool trim_decimals, std::string& out) const;
  void AppendNested(size_t row, bool trim_decimals, std::string& out) const;
  bool BareInJson(size_t row) const;
  template <typename T>
  const T& At(size_t row) const {
    return static_cast<const T*>(data_)[row];
  }
  std::string_view Text(size_t row) const;

  DataType type_;
  duckdb_type physical_;  // decides the layout; for DECIMAL that of the unscaled integer
  int scale_ = 0;
  bool decimal_ = false;
  bool drops_null_members_;
  const void* data_;
  const uint64_t* validity_;
  std::vector<VectorView> children_;
};

}  // namespace paisql::engine
