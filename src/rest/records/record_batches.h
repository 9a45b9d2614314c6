#pragma once

// Records that a client uploads as batches of the columns' types, whose times are in UTC.

#include <memory>
#include <vector>

#include "base/byte_source.h"
#include "engine/result_stream.h"
#include "rest/records/array_builder.h"
#include "rest/records/record_reader.h"

namespace paisql::rest {

class RecordBatches {
 public:
  RecordBatches(std::unique_ptr<ByteSource> records,
                const std::vector<engine::ResultColumn>& columns);

  // The next rows; a batch that is false after the last record, when all checksums were right.
  Result<engine::Batch> Next();

 private:
  void ReadField();
  void EndRow();

  RecordReader reader_;
  std::vector<ArrayBuilder> columns_;
  std::vector<bool> given_;  // of the record that is read
  bool ended_ = false;
};

// Reads a value that is not NULL. What does not fit fails the reader.
void ReadValue(RecordReader& reader, ArrayBuilder& out);

}  // namespace paisql::rest
