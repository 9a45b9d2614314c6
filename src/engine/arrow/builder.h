#pragma once

// Makes a batch cell by cell: for rows that do not come out of an engine, such as the answers of
// SHOW, and for engines that have few.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"
#include "types/value.h"

namespace paisql::engine {

class BatchBuilder {
 public:
  // Columns of BOOLEAN, integers, FLOAT, DOUBLE, texts, JSON, BINARY and of bare NULLs.
  explicit BatchBuilder(const std::vector<ResultColumn>& columns);

  // The next cell of the column at the index; the value is of the column's type or NULL.
  void Append(size_t index, const Value& value);
  void AppendText(size_t index, std::string_view text);
  void AppendNull(size_t index);

  // All columns have as many cells.
  Batch Finish() &&;

 private:
  struct Column {
    TypeId type;
    size_t rows = 0;
    bool has_null = false;
    std::vector<uint8_t> validity;
    std::vector<uint8_t> bits;    // of a BOOLEAN
    std::string data;             // numbers or characters
    std::vector<int64_t> places;  // of texts, one more than rows
  };

  static void SetBit(std::vector<uint8_t>& bits, size_t index, bool value);
  static ArrowArray Take(Column column);
  template <typename T>
  static void Put(Column& column, T value);

  std::vector<Column> columns_;
};

}  // namespace paisql::engine
