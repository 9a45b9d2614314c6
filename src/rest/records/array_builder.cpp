#include "rest/records/array_builder.h"

#include <memory>
#include <utility>

#include "engine/arrow/months_days_nanos.h"

namespace paisql::rest {

namespace {

constexpr size_t kWideBytes = 16;

size_t WidthOf(TypeId type) {
  switch (type) {
    case TypeId::kTinyint:
      return sizeof(int8_t);
    case TypeId::kSmallint:
      return sizeof(int16_t);
    case TypeId::kInt:
    case TypeId::kDate:
    case TypeId::kFloat:
    case TypeId::kIntervalYearMonth:
      return sizeof(int32_t);
    case TypeId::kBigint:
    case TypeId::kDatetime:
    case TypeId::kDouble:
      return sizeof(int64_t);
    case TypeId::kDecimal:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return kWideBytes;
    case TypeId::kIntervalDayTime:
      return sizeof(engine::MonthsDaysNanos);
    default:
      return 0;
  }
}

template <typename T>
const void* Keep(T values, engine::ArrayParts& parts) {
  auto kept = std::make_shared<const T>(std::move(values));
  const void* data = kept->data();
  parts.kept.push_back(std::move(kept));
  return data;
}

}  // namespace

ArrayBuilder::ArrayBuilder(const DataType& type) : type_(type), width_(WidthOf(type.id())) {
  if (type.IsNested()) {
    for (const DataType& part : type.fields()) parts_.emplace_back(part);
  }
}

size_t ArrayBuilder::bytes() const {
  size_t bytes = data_.size() + places_.size() * sizeof(int64_t) + validity_.size();
  for (const ArrayBuilder& part : parts_) bytes += part.bytes();
  return bytes;
}

void ArrayBuilder::PutBit(std::vector<uint8_t>& bits, size_t at, bool value) {
  if (at % 8 == 0) bits.push_back(0);
  if (value) bits[at / 8] = static_cast<uint8_t>(bits[at / 8] | (1U << (at % 8)));
}

void ArrayBuilder::EndValue(bool valid) {
  if (width_ == 0 && type_.id() != TypeId::kBoolean && type_.id() != TypeId::kStruct) {
    places_.push_back(static_cast<int64_t>(type_.IsNested() ? parts_[0].rows() : data_.size()));
  }
  has_null_ = has_null_ || !valid;
  PutBit(validity_, rows_++, valid);
}

void ArrayBuilder::AppendNull() {
  if (width_ > 0) data_.append(width_, '\0');
  if (type_.id() == TypeId::kBoolean) PutBit(bits_, rows_, false);
  if (type_.id() == TypeId::kStruct) {
    for (ArrayBuilder& member : parts_) member.AppendNull();
  }
  EndValue(false);
}

void ArrayBuilder::AppendBit(bool value) {
  PutBit(bits_, rows_, value);
  EndValue(true);
}

void ArrayBuilder::AppendText(std::string_view text) {
  data_ += text;
  EndValue(true);
}

ArrowArray ArrayBuilder::Take() {
  engine::ArrayParts parts;
  parts.length = static_cast<int64_t>(std::exchange(rows_, 0));
  const bool has_null = std::exchange(has_null_, false);
  std::vector<uint8_t> validity = std::exchange(validity_, {});
  parts.buffers.push_back(has_null ? Keep(std::move(validity), parts) : nullptr);
  std::vector<int64_t> places = std::exchange(places_, {});
  places.insert(places.begin(), 0);
  switch (type_.id()) {
    case TypeId::kBoolean:
      parts.buffers.push_back(Keep(std::exchange(bits_, {}), parts));
      break;
    case TypeId::kStruct:
      for (ArrayBuilder& member : parts_) parts.children.push_back(member.Take());
      break;
    case TypeId::kArray:
      parts.buffers.push_back(Keep(std::move(places), parts));
      parts.children.push_back(parts_[0].Take());
      break;
    case TypeId::kMap: {
      engine::ArrayParts entries;
      entries.length = places.back();
      entries.buffers = {nullptr};
      for (ArrayBuilder& part : parts_) entries.children.push_back(part.Take());
      parts.children.push_back(engine::MakeArray(std::move(entries)));
      parts.buffers.push_back(Keep(std::vector<int32_t>(places.begin(), places.end()), parts));
      break;
    }
    default:
      if (width_ == 0) parts.buffers.push_back(Keep(std::move(places), parts));
      parts.buffers.push_back(Keep(std::exchange(data_, {}), parts));
  }
  return engine::MakeArray(std::move(parts));
}

}  // namespace paisql::rest
