#pragma once

// Rows of columns as tf.train.Example: a feature for each column, with one value. Columns come in
// the Arrow C data interface.
//
// Column of type           becomes
// c s i l  (integers)      int64_list
// f g      (float, double) float_list; a double is narrowed
// u U z Z  (texts, bytes)  bytes_list; as tensors (libraries/examples/tensor_text.h) what these are
// +l +L    (lists of them) a list of as many values; those that are NULL count as a NULL of the row
//
// An Example has at most kMostExampleBytes, as one that comes back from a script has
// (python/paisql/alink_task/example_rows.py).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/arrow/c_data.h"
#include "libraries/examples/tensor_text.h"

namespace paisql::examples {

inline constexpr size_t kMostExampleBytes = size_t{256} << 20;

// Where a NULL stands that may not, a text that is not a tensor of its column's kind, or a cell
// with which its row is too large.
struct NullCell {
  int64_t column = -1;  // -1: nowhere
  int64_t row = 0;      // in the batch
};

class Encoder {
 public:
  // `schema` is a struct of the columns. With `omit_nulls` an Example has no feature for a NULL;
  // otherwise a NULL ends the encoding. `tensors` says what the tensors of columns of texts are, as
  // ReadTensorKinds() reads it; "" where none has any.
  Encoder(const ArrowSchema& schema, bool omit_nulls, std::string_view tensors = "");

  // "" or what is wrong with the schema; after a Row() that gave nothing, with its text.
  const std::string& problem() const { return problem_; }

  // The row as an Example, which lives until the next call; empty with the column of a cell that
  // may not be there (NullCell) in `null_column`, which is -1 otherwise.
  std::string_view Row(const ArrowArray& batch, int64_t row, int64_t* null_column);

  // Appends the rows first, first + step, ... of the batch, as TFRecords.
  NullCell Append(const ArrowArray& batch, int64_t first, int64_t step, std::string* to);

 private:
  struct Column {
    char format = 0;                         // of a list, that of its values
    char list = 0;                           // 'l' or 'L' for a list, by the width of its offsets
    std::string key;                         // the field `key` of the map's entry
    std::string float_head;                  // all of the entry but the number's bytes
    std::vector<std::string> integer_heads;  // the same for each length of the number
    TensorKind tensor;
  };

  // Whether the Example may have so many bytes more; problem_ says it where it may not.
  bool Fits(size_t more);
  // The cell of a column of neither lists nor tensors; false for one that is too large.
  bool PutCell(const Column& column, const ArrowArray& values, int64_t row);
  // false at a NULL that may not be there, and for a list that is too large.
  bool PutList(const Column& column, const ArrowArray& list, int64_t row);
  // false for a text that is not a tensor or is too large, which problem_ says.
  bool PutTensor(const Column& column, const ArrowArray& texts, int64_t row);
  // The entry of a feature whose list, by its tag, has the values_.
  void PutValues(const Column& column, char list);

  std::vector<Column> columns_;
  bool omit_nulls_ = false;
  std::string problem_;
  std::string example_;  // of one row, kept for its room
  std::string values_;   // of one list, the same
};

}  // namespace paisql::examples
