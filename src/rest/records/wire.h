#pragma once

// The parts of the record format of tunnels, which is that of protocol buffers but for times,
// arrays, maps and structs, which carry no length.

#include <cstdint>

#include "types/data_type.h"

namespace paisql::rest {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kDelimited = 2, kFixed32 = 5 };

// Fields beside the columns.
inline constexpr uint32_t kEndRecord = 33553408;     // the record's checksum
inline constexpr uint32_t kMetrics = 1;              // after kMetaCount: a text about the transfer
inline constexpr uint32_t kEndMetrics = 33554176;    // its checksum
inline constexpr uint32_t kMetaCount = 33554430;     // how many records there were
inline constexpr uint32_t kMetaChecksum = 33554431;  // of the records' checksums

inline WireType WireTypeOf(TypeId type) {
  switch (type) {
    case TypeId::kBoolean:
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kIntervalYearMonth:
      return WireType::kVarint;
    case TypeId::kFloat:
      return WireType::kFixed32;
    case TypeId::kDouble:
      return WireType::kFixed64;
    default:
      return WireType::kDelimited;
  }
}

}  // namespace paisql::rest
