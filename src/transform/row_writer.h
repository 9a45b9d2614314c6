#pragma once

// Cells of packed batches as rows of an appender.

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "types/time/zone.h"
#include "udf/packed_batch.h"

namespace paisql::transform {

// Whether AppendCell can write values of the type: what is nested goes as text, in which TIMESTAMPs
// and intervals have no form.
bool IsWritable(const DataType& type);

class RowWriter {
 public:
  // `zone` is the session's.
  RowWriter(engine::RowAppender& output, TimeZone zone) : output_(output), zone_(std::move(zone)) {}

  // The next cell of the row. kScript for a value that is not of the type.
  Status AppendCell(const DataType& type, const udf::PackedColumn& column, size_t row);
  void AppendNull() { output_.AppendNull(); }
  Status EndRow() { return output_.EndRow(); }

 private:
  Status AppendNested(const DataType& type, const udf::PackedColumn& column, size_t row);
  Status AppendParts(const DataType& type, const udf::PackedColumn& column, size_t row);
  Status AppendQuoted(const DataType& type, const udf::PackedColumn& column, size_t row);
  void AppendInstant(int64_t wall_micros);

  engine::RowAppender& output_;
  const TimeZone zone_;
  std::string text_;
};

}  // namespace paisql::transform
