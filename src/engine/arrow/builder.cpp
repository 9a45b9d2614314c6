#include "engine/arrow/builder.h"

#include "base/assert.h"

namespace paisql::engine {
namespace {

bool HoldsCharacters(TypeId type) {
  return type == TypeId::kString || type == TypeId::kVarchar || type == TypeId::kChar ||
         type == TypeId::kJson || type == TypeId::kBinary;
}

// Bytes of a value; 0 for the type of a bare NULL.
size_t WidthOf(TypeId type) {
  switch (type) {
    case TypeId::kTinyint:
      return 1;
    case TypeId::kSmallint:
      return 2;
    case TypeId::kInt:
    case TypeId::kFloat:
      return 4;
    case TypeId::kBigint:
    case TypeId::kDouble:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

BatchBuilder::BatchBuilder(const std::vector<ResultColumn>& columns) {
  for (const ResultColumn& column : columns) {
    Column& made = columns_.emplace_back();
    made.type = column.type.id();
    if (HoldsCharacters(made.type)) made.places.push_back(0);
  }
}

void BatchBuilder::SetBit(std::vector<uint8_t>& bits, size_t index, bool value) {
  if (index / 8 >= bits.size()) bits.push_back(0);
  if (value) bits[index / 8] |= static_cast<uint8_t>(1U << (index % 8));
}

template <typename T>
void BatchBuilder::Put(Column& column, T value) {
  column.data.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void BatchBuilder::Append(size_t index, const Value& value) {
  if (value.is_null()) return AppendNull(index);
  Column& column = columns_[index];
  if (HoldsCharacters(column.type)) return AppendText(index, value.as_text());
  switch (column.type) {
    case TypeId::kBoolean:
      SetBit(column.bits, column.rows, value.as_bool());
      break;
    case TypeId::kTinyint:
      Put(column, static_cast<int8_t>(value.as_int()));
      break;
    case TypeId::kSmallint:
      Put(column, static_cast<int16_t>(value.as_int()));
      break;
    case TypeId::kInt:
      Put(column, static_cast<int32_t>(value.as_int()));
      break;
    case TypeId::kBigint:
      Put(column, value.as_int());
      break;
    case TypeId::kFloat:
      Put(column, static_cast<float>(value.as_double()));
      break;
    case TypeId::kDouble:
      Put(column, value.as_double());
      break;
    default:
      PAISQL_UNREACHABLE("a column that is not built cell by cell");
  }
  SetBit(column.validity, column.rows++, true);
}

void BatchBuilder::AppendText(size_t index, std::string_view text) {
  Column& column = columns_[index];
  PAISQL_ASSERT(HoldsCharacters(column.type), "a text for a column of another type");
  column.data += text;
  column.places.push_back(static_cast<int64_t>(column.data.size()));
  SetBit(column.validity, column.rows++, true);
}

void BatchBuilder::AppendNull(size_t index) {
  Column& column = columns_[index];
  column.has_null = true;
  if (HoldsCharacters(column.type)) {
    column.places.push_back(static_cast<int64_t>(column.data.size()));
  } else if (column.type == TypeId::kBoolean) {
    SetBit(column.bits, column.rows, false);
  } else {
    column.data.append(WidthOf(column.type), '\0');
  }
  SetBit(column.validity, column.rows++, false);
}

ArrowArray BatchBuilder::Take(Column column) {
  const auto kept = std::make_shared<const Column>(std::move(column));
  ArrayParts parts;
  parts.length = static_cast<int64_t>(kept->rows);
  parts.kept.push_back(kept);
  if (kept->type == TypeId::kVoid) return MakeArray(std::move(parts));
  parts.buffers.push_back(kept->has_null ? kept->validity.data() : nullptr);
  if (HoldsCharacters(kept->type)) parts.buffers.push_back(kept->places.data());
  parts.buffers.push_back(kept->type == TypeId::kBoolean
                              ? static_cast<const void*>(kept->bits.data())
                              : kept->data.data());
  return MakeArray(std::move(parts));
}

Batch BatchBuilder::Finish() && {
  const size_t rows = columns_.empty() ? 0 : columns_.front().rows;
  std::vector<ArrowArray> arrays;
  for (Column& column : columns_) {
    PAISQL_ASSERT(column.rows == rows, "columns of different lengths");
    arrays.push_back(Take(std::move(column)));
  }
  return MakeBatch(static_cast<int64_t>(rows), std::move(arrays));
}

}  // namespace paisql::engine
