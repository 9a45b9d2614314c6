#pragma once

// Columns of a result as fields of records. It knows the forms of engine/arrow/batch.h.

#include <string_view>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"
#include "rest/records/record_writer.h"
#include "types/time/zone.h"

namespace paisql::rest {

// The cells of one column, whatever is nested in it.
class ColumnRecords {
 public:
  // Times are on the wall clock of the zone, and instants in the records. The zone outlives this.
  ColumnRecords(const DataType& type, bool trims_zeros, const TimeZone& zone);

  // From now on the cells are those of the array, which has to stay as it is.
  void Read(const ArrowArray& array);
  bool IsNull(size_t row) const;
  WireType wire_type() const { return WireTypeOf(type_.id()); }
  // Of a cell that is not NULL.
  void Write(size_t row, RecordWriter& out) const;

 private:
  std::string_view Text(size_t row) const;
  void WriteTime(size_t row, RecordWriter& out) const;
  void WriteSpan(size_t row, RecordWriter& out) const;
  void WriteNested(size_t row, RecordWriter& out) const;
  void WriteElements(size_t begin, size_t end, RecordWriter& out) const;
  void WriteElement(size_t row, RecordWriter& out) const;
  template <typename T>
  const T& At(size_t row) const {
    return static_cast<const T*>(data_)[row + offset_];
  }

  DataType type_;
  bool trims_zeros_;
  const TimeZone* zone_;
  size_t offset_ = 0;
  const void* validity_ = nullptr;
  const void* data_ = nullptr;           // of texts the places, of lists where they begin
  const char* characters_ = nullptr;     // of texts
  std::vector<ColumnRecords> children_;  // of a MAP the keys and the values
};

// The instant, in seconds since the epoch, at which the zone's wall clock shows these seconds since
// 1970-01-01 00:00:00.
int64_t InstantOf(int64_t wall_seconds, const TimeZone& zone);

}  // namespace paisql::rest
