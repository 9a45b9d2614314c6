#include "instances/results/result_size.h"

namespace paisql::instances {

namespace {

// The width of a value that has no parts elsewhere (engine/arrow/batch.h).
int64_t Width(const DataType& type) {
  switch (type.id()) {
    case TypeId::kVoid:
    case TypeId::kUnknown:
    case TypeId::kStruct:
      return 0;
    case TypeId::kBoolean:
    case TypeId::kTinyint:
      return 1;
    case TypeId::kSmallint:
      return 2;
    case TypeId::kInt:
    case TypeId::kFloat:
    case TypeId::kDate:
    case TypeId::kIntervalYearMonth:
      return 4;
    case TypeId::kDecimal:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
    case TypeId::kIntervalDayTime:
      return 16;
    default:
      return 8;  // also an offset
  }
}

int64_t ArrayBytes(const ArrowArray& array, const DataType& type) {
  int64_t bytes = array.length * Width(type) + array.length / 8;
  const bool has_text = type.IsText() || type.id() == TypeId::kBinary || type.id() == TypeId::kJson;
  if (has_text && array.length > 0) {
    const auto* const offsets = static_cast<const int64_t*>(array.buffers[1]) + array.offset;
    bytes += offsets[array.length] - offsets[0];
  }
  if (!type.IsNested()) return bytes;
  // A map has its keys and values in one struct.
  const bool map = type.id() == TypeId::kMap;
  const ArrowArray& parts = map ? *array.children[0] : array;
  const std::vector<DataType>& types = type.fields();
  for (size_t i = 0; i < types.size(); ++i) bytes += ArrayBytes(*parts.children[i], types[i]);
  return bytes;
}

}  // namespace

int64_t BatchBytes(const engine::Batch& batch, const std::vector<engine::ResultColumn>& columns) {
  int64_t bytes = 0;
  for (size_t i = 0; i < columns.size(); ++i) {
    bytes += ArrayBytes(batch.column(i), columns[i].type);
  }
  return bytes;
}

}  // namespace paisql::instances
