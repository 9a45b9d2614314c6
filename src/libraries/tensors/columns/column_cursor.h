#pragma once

// One column of a scan, read from wherever it is asked for; cheap where rows follow each other.

#include <cstdint>
#include <memory>

#include "libraries/tensors/columns/column_decoder.h"
#include "libraries/tensors/columns/data_files.h"
#include "libraries/tensors/scan.h"

namespace paisql::tensors {

// Rows begin, begin + stride, … of the file of a range, counted in the file.
struct Segment {
  size_t range = 0;
  int64_t begin = 0;
  int64_t count = 0;
  int64_t stride = 1;
};

class ColumnCursor {
 public:
  ColumnCursor(const Scan& scan, DataFiles& files, size_t column, const Target& target)
      : scan_(scan), files_(files), column_(column), target_(target) {}

  // Writes the segment's values to `out`, an array of the element's type. Throws ReadError, with
  // table and file named.
  void Read(const Segment& segment, void* out);

  const Target& target() const { return target_; }

 private:
  // Makes `row` the next one; gives how many rows of its group are left, it among them.
  int64_t Seek(size_t range, int64_t row);
  // Goes on after rows that were decoded, and counts what they take in the file.
  void Pass(int64_t rows);
  template <typename Out>
  void ReadAs(const Segment& segment, Out* out);

  const Scan& scan_;
  DataFiles& files_;
  const size_t column_;
  const Target& target_;

  size_t range_ = 0;
  std::shared_ptr<DataFile> file_;
  std::unique_ptr<ColumnDecoder> decoder_;
  int64_t next_ = 0;       // row of the file that the decoder gives next
  int64_t group_end_ = 0;  // row after the decoder's group
  int64_t group_begin_ = 0;
  int64_t chunk_bytes_ = 0;  // of the decoder's group
};

}  // namespace paisql::tensors
