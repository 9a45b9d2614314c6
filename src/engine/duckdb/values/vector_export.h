#pragma once

// DuckDB's vectors as arrays of arrow/batch.h. DuckDB can export chunks itself, but copies every
// column then. Here numbers, dates and validity stay where they are; only what is laid out in
// another way is copied: texts, bits, narrow DECIMALs, intervals, the places of lists.

#include <memory>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/duckdb/values/api.h"
#include "types/data_type.h"

namespace paisql::engine {

// How the vectors of a column are to be read. Made once for a result.
class VectorShape {
 public:
  // `physical` fits the type (type_check.h).
  VectorShape(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type);

  TypeId type() const { return type_; }
  duckdb_type storage() const { return storage_; }
  bool is_text() const { return storage_ == DUCKDB_TYPE_VARCHAR || storage_ == DUCKDB_TYPE_BLOB; }
  const std::vector<VectorShape>& children() const { return children_; }

 private:
  TypeId type_;
  duckdb_type storage_;  // of a DECIMAL that of the unscaled integer
  std::vector<VectorShape> children_;
};

// The rows `first` … `first + count` of a vector. What the array points to of the vector's memory
// lives as long as `kept`; nullptr where the caller sees to that.
ArrowArray ExportVector(const DuckdbApi& api, const VectorShape& shape, duckdb_vector vector,
                        size_t first, size_t count, const std::shared_ptr<const void>& kept);

// How long the texts of a vector are.
class TextVector {
 public:
  TextVector(const DuckdbApi& api, duckdb_vector vector)
      : texts_(static_cast<const duckdb_string_t*>(api.vector_get_data(vector))),
        validity_(api.vector_get_validity(vector)) {}

  // In bytes; 0 for a NULL, whose place holds no text.
  size_t Length(size_t row) const {
    const bool valid = validity_ == nullptr || ((validity_[row / 64] >> (row % 64)) & 1) != 0;
    return valid ? texts_[row].value.inlined.length : 0;
  }

 private:
  const duckdb_string_t* texts_;
  const uint64_t* validity_;
};

}  // namespace paisql::engine
