#pragma once

// Rows of columns as tf.train.Example: a feature for each column, with one value. Columns come in
// the Arrow C data interface.
//
// Column of type           becomes
// c s i l  (integers)      int64_list
// f g      (float, double) float_list; a double is narrowed
// u U z Z  (texts, bytes)  bytes_list

#include <cstdint>
#include <string>
#include <vector>

#include "engine/arrow/c_data.h"

namespace paisql::examples {

// Where a NULL stands that may not.
struct NullCell {
  int64_t column = -1;  // -1: nowhere
  int64_t row = 0;      // in the batch
};

class Encoder {
 public:
  // `schema` is a struct of the columns. With `omit_nulls` an Example has no feature for a NULL;
  // otherwise a NULL ends the encoding.
  Encoder(const ArrowSchema& schema, bool omit_nulls);

  // "" or what is wrong with the schema.
  const std::string& problem() const { return problem_; }

  // Appends the rows first, first + step, ... of the batch, as TFRecords.
  NullCell Append(const ArrowArray& batch, int64_t first, int64_t step, std::string* to);

 private:
  struct Column {
    char format = 0;
    std::string key;  // the field `key` of the map's entry
  };

  std::vector<Column> columns_;
  bool omit_nulls_ = false;
  std::string problem_;
  std::string features_;  // of one row, kept for its room
};

}  // namespace paisql::examples
