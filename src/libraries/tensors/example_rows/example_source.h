#pragma once

// The rows of one worker as tf.train.Example, read from the data files as they are asked for: what
// is not taken is not read, and no more than a batch of rows is held.

#include <arrow/c/abi.h>
#include <parquet/arrow/reader.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libraries/examples/encoder.h"
#include "libraries/tensors/columns/data_files.h"
#include "libraries/tensors/scan.h"

namespace paisql::tensors {

// Which rows a worker gets: row i goes to worker i modulo their number.
struct Dealing {
  int64_t workers = 1;
  int64_t index = 0;
  // Workers that have a row less get the last row of all again.
  bool even = true;
  bool omit_nulls = false;
  std::string tensors;    // of columns of texts, as the encoder reads it
  std::string time_zone;  // in which DATETIME and TIMESTAMP are shown
};

// One thread at a time.
class ExampleSource {
 public:
  // Both outlive the source; `stop` ends waiting for rows that are still to come.
  ExampleSource(const Scan& scan, Dealing dealing, const std::atomic<bool>& stop);
  ~ExampleSource();
  ExampleSource(const ExampleSource&) = delete;
  ExampleSource& operator=(const ExampleSource&) = delete;

  // The next Example, which lives until the next call; false at the end, or when it was stopped.
  // Throws ReadError for what cannot be read, and for a NULL that may not be there.
  bool Next(std::string_view* example);

 private:
  // Makes the next rows the batch; false when there are none.
  bool NextBatch();
  // Opens the file of the next range; false when there is none.
  bool NextFile();
  std::shared_ptr<arrow::RecordBatch> ReadRows();
  std::shared_ptr<arrow::RecordBatch> Fitting(const arrow::RecordBatch& read) const;
  std::shared_ptr<arrow::Array> ColumnOf(const arrow::RecordBatch& read, size_t column) const;
  void Hold(const std::shared_ptr<arrow::RecordBatch>& batch);
  void Release();
  std::string_view Encode(int64_t row);

  const Scan& scan_;
  const Dealing dealing_;
  const std::atomic<bool>& stop_;

  size_t next_range_ = 0;
  const FileRange* range_ = nullptr;
  std::unique_ptr<DataFile> file_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;  // null where no column is in the file
  int64_t batch_rows_ = 0;                             // at most
  int64_t skipped_ = 0;  // rows of the file to pass over before the range begins
  int64_t left_ = 0;     // rows of the range that have not been read

  // The batch at hand; that of the table's last row at the end.
  ArrowArray array_ = {};
  std::unique_ptr<examples::Encoder> encoder_;
  int64_t position_ = 0;  // rows before the batch
  int64_t row_ = 0;       // of the batch, the worker's next one
  bool at_end_ = false;
};

}  // namespace paisql::tensors
