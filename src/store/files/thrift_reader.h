#pragma once

// Reads Thrift's compact protocol, in which Parquet writes what it knows of a file. Private to the
// store.

#include <cstdint>
#include <string_view>

namespace paisql::store::thrift {

inline constexpr int kMaxDepth = 32;

// The types of Thrift's compact protocol.
enum Type : uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
};

// Reads Thrift's compact protocol. After the first thing that cannot be, `failed()` is true and
// every answer is empty. Each element of a list takes a byte at least, so no loop is longer than
// the text.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }

  uint8_t Byte() {
    if (at_ >= bytes_.size()) return Fail();
    return static_cast<uint8_t>(bytes_[at_++]);
  }

  uint64_t Unsigned() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t byte = Byte();
      value |= uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    return Fail();
  }

  int64_t Signed() {
    const uint64_t value = Unsigned();
    return static_cast<int64_t>(value >> 1U) ^ -static_cast<int64_t>(value & 1U);
  }

  std::string_view Binary() {
    const uint64_t size = Unsigned();
    if (failed_ || size > bytes_.size() - at_) {
      Fail();
      return {};
    }
    const std::string_view value = bytes_.substr(at_, size);
    at_ += size;
    return value;
  }

  // Calls on_element(type) for each element, which has to be read there.
  template <typename OnElement>
  void List(OnElement on_element) {
    const uint8_t head = Byte();
    uint64_t size = head >> 4U;
    if (size == 15) size = Unsigned();
    if (size > bytes_.size() - at_) Fail();
    for (uint64_t i = 0; i < size && !failed_; ++i) on_element(static_cast<Type>(head & 0x0FU));
  }

  // Calls on_field(id, type) for each field, which has to be read there.
  template <typename OnField>
  void Struct(OnField on_field) {
    if (++depth_ > kMaxDepth) Fail();
    int64_t id = 0;
    while (!failed_) {
      const uint8_t head = Byte();
      if (failed_ || head == kStop) break;
      const uint8_t delta = head >> 4U;
      id = delta != 0 ? id + delta : static_cast<int16_t>(Signed());
      on_field(id, static_cast<Type>(head & 0x0FU));
    }
    --depth_;
  }

  void Skip(Type type) {
    if (++depth_ > kMaxDepth) Fail();
    if (!failed_) SkipValue(type);
    --depth_;
  }

  // An integer of a field that may have come with another type.
  int64_t Integer(Type type) {
    if (type == kInt16 || type == kInt32 || type == kInt64) return Signed();
    return Fail();
  }

 private:
  uint8_t Fail() {
    failed_ = true;
    at_ = bytes_.size();
    return 0;
  }

  void SkipValue(Type type) {
    switch (type) {
      case kTrue:
      case kFalse:
        return;
      case kByte:
        Byte();
        return;
      case kInt16:
      case kInt32:
      case kInt64:
        Unsigned();
        return;
      case kDouble:
        for (int i = 0; i < 8; ++i) Byte();
        return;
      case kBinary:
        Binary();
        return;
      case kList:
      case kSet:
        List([this](Type element) { SkipElement(element); });
        return;
      case kMap:
        SkipMap();
        return;
      case kStruct:
        Struct([this](int64_t, Type field) { Skip(field); });
        return;
      default:
        Fail();
    }
  }

  // A truth value takes a byte in a list and none in a struct.
  void SkipElement(Type type) {
    if (type == kTrue || type == kFalse) {
      Byte();
    } else {
      Skip(type);
    }
  }

  void SkipMap() {
    const uint64_t size = Unsigned();
    if (size == 0) return;
    const uint8_t types = Byte();
    for (uint64_t i = 0; i < size && !failed_; ++i) {
      SkipElement(static_cast<Type>(types >> 4U));
      SkipElement(static_cast<Type>(types & 0x0FU));
    }
  }

  std::string_view bytes_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace paisql::store::thrift
