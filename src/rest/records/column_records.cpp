#include "rest/records/column_records.h"

#include "base/assert.h"
#include "engine/arrow/months_days_nanos.h"
#include "rest/records/cells.h"
#include "types/value_text.h"

namespace paisql::rest {

int64_t InstantOf(int64_t wall_seconds, const TimeZone& zone) {
  const int64_t near = wall_seconds - zone.OffsetAt(wall_seconds);
  return wall_seconds - zone.OffsetAt(near);
}

ColumnRecords::ColumnRecords(const DataType& type, bool trims_zeros, const TimeZone& zone)
    : type_(type), trims_zeros_(trims_zeros), zone_(&zone) {
  if (!type.IsNested()) return;
  for (const DataType& part : type.fields()) children_.emplace_back(part, trims_zeros, zone);
}

void ColumnRecords::Read(const ArrowArray& array) {
  if (type_.id() == TypeId::kVoid) return;
  offset_ = static_cast<size_t>(array.offset);
  validity_ = array.buffers[0];
  data_ = array.n_buffers > 1 ? array.buffers[1] : nullptr;
  characters_ = array.n_buffers > 2 ? static_cast<const char*>(array.buffers[2]) : nullptr;
  if (children_.empty()) return;
  // The entries of a MAP are structs.
  const ArrowArray& parent = type_.id() == TypeId::kMap ? *array.children[0] : array;
  for (size_t i = 0; i < children_.size(); ++i) {
    children_[i].Read(*parent.children[i]);
    if (type_.id() == TypeId::kMap) children_[i].offset_ += static_cast<size_t>(parent.offset);
  }
}

bool ColumnRecords::IsNull(size_t row) const {
  if (type_.id() == TypeId::kVoid) return true;
  return validity_ != nullptr && !engine::IsBitSet(validity_, row + offset_);
}

std::string_view ColumnRecords::Text(size_t row) const {
  const auto* places = static_cast<const int64_t*>(data_) + row + offset_;
  return {characters_ + places[0], static_cast<size_t>(places[1] - places[0])};
}

void ColumnRecords::WriteTime(size_t row, RecordWriter& out) const {
  if (type_.id() == TypeId::kDatetime) {
    const auto [wall, micros] = DividedBy(At<int64_t>(row), kMicrosPerSecond);
    return out.Integer(InstantOf(wall, *zone_) * 1000 + micros / 1000);
  }
  const auto [wall, nanos] = DividedBy(At<WideCell>(row).value(), kNanosPerSecond);
  const bool is_instant = type_.id() == TypeId::kTimestamp;
  out.Seconds(is_instant ? InstantOf(wall, *zone_) : wall, static_cast<int32_t>(nanos));
}

void ColumnRecords::WriteSpan(size_t row, RecordWriter& out) const {
  const auto& span = At<engine::MonthsDaysNanos>(row);
  const auto [seconds, nanos] = DividedBy(span.nanos, kNanosPerSecond);
  out.Seconds(span.days * kSecondsPerDay + seconds, static_cast<int32_t>(nanos));
}

void ColumnRecords::WriteElement(size_t row, RecordWriter& out) const {
  const bool is_null = IsNull(row);
  out.Null(is_null);
  if (!is_null) Write(row, out);
}

void ColumnRecords::WriteElements(size_t begin, size_t end, RecordWriter& out) const {
  out.Count(static_cast<uint32_t>(end - begin));
  for (size_t row = begin; row < end; ++row) WriteElement(row, out);
}

void ColumnRecords::WriteNested(size_t row, RecordWriter& out) const {
  if (type_.id() == TypeId::kStruct) {
    for (const ColumnRecords& member : children_) member.WriteElement(row + offset_, out);
    return;
  }
  const bool map = type_.id() == TypeId::kMap;
  const auto begin = static_cast<size_t>(map ? At<int32_t>(row) : At<int64_t>(row));
  const auto end = static_cast<size_t>(map ? At<int32_t>(row + 1) : At<int64_t>(row + 1));
  for (const ColumnRecords& part : children_) part.WriteElements(begin, end, out);
}

void ColumnRecords::Write(size_t row, RecordWriter& out) const {
  switch (type_.id()) {
    case TypeId::kBoolean:
      return out.Boolean(engine::IsBitSet(data_, row + offset_));
    case TypeId::kTinyint:
      return out.Integer(At<int8_t>(row));
    case TypeId::kSmallint:
      return out.Integer(At<int16_t>(row));
    case TypeId::kInt:
    case TypeId::kDate:
    case TypeId::kIntervalYearMonth:
      return out.Integer(At<int32_t>(row));
    case TypeId::kBigint:
      return out.Integer(At<int64_t>(row));
    case TypeId::kFloat:
      return out.Float(At<float>(row));
    case TypeId::kDouble:
      return out.Double(At<double>(row));
    case TypeId::kDecimal: {
      std::string text;
      AppendDecimal(At<WideCell>(row).value(), type_.scale(), trims_zeros_, text);
      return out.Bytes(text);
    }
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kBinary:
    case TypeId::kJson:
      return out.Bytes(Text(row));
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return WriteTime(row, out);
    case TypeId::kIntervalDayTime:
      return WriteSpan(row, out);
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      return WriteNested(row, out);
    case TypeId::kVoid:
    case TypeId::kUnknown:
      break;
  }
  PAISQL_UNREACHABLE("a result column of a type that no plan has");
}

}  // namespace paisql::rest
