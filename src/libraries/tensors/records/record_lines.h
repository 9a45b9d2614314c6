#pragma once

// The rows of a scan as delimited text, one line a row, read ahead by a BatchReader.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libraries/tensors/batches/batch_reader.h"
#include "libraries/tensors/scan.h"

namespace paisql::tensors {

struct LineFormat {
  std::string delimiter;  // between fields
  std::string time_zone;  // in which DATETIME and TIMESTAMP are shown
};

// A field is the text that SQL shows of the value; NULL is the empty field. A text with a
// delimiter, a quote or a line's end in it stands in quotes, the quotes in it doubled, as
// tf.decode_csv reads it.
class RecordLines {
 public:
  // `description`: of one table URL that gives `columns` columns, as Scan takes it. ahead_rows 0:
  // what memory allows. Throws ReadError.
  RecordLines(const std::string& description, size_t columns, const LineFormat& format,
              int64_t ahead_rows, int threads);

  // Appends at most `limit` lines, at least one; gives how many, 0 at the end. Throws ReadError,
  // and again at each call after that.
  int64_t Read(int64_t limit, std::vector<tensorflow::tstring>* lines);

 private:
  void AppendField(const tensorflow::tstring& field, bool is_text, std::string* line) const;

  const LineFormat format_;
  const Scan scan_;
  const std::vector<Target> targets_;
  std::vector<bool> is_text_;  // of each column: it may hold any text
  std::string quoted_;         // the characters that a field with them is quoted for
  std::unique_ptr<BatchReader> reader_;
  Batch batch_;
  int64_t batch_rows_ = 0;
  int64_t next_ = 0;  // row of the batch
};

}  // namespace paisql::tensors
