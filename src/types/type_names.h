#pragma once

// The names of the types: data_type.cpp writes them, data_type_parser.cpp reads them. Private to
// this room.

#include <string_view>

#include "types/data_type.h"

namespace paisql {

// One row for each TypeId, in its order.
struct TypeName {
  TypeId id;
  std::string_view name;
};

inline constexpr TypeName kTypeNames[] = {
    {TypeId::kVoid, "VOID"},
    {TypeId::kBoolean, "BOOLEAN"},
    {TypeId::kTinyint, "TINYINT"},
    {TypeId::kSmallint, "SMALLINT"},
    {TypeId::kInt, "INT"},
    {TypeId::kBigint, "BIGINT"},
    {TypeId::kFloat, "FLOAT"},
    {TypeId::kDouble, "DOUBLE"},
    {TypeId::kDecimal, "DECIMAL"},
    {TypeId::kString, "STRING"},
    {TypeId::kVarchar, "VARCHAR"},
    {TypeId::kChar, "CHAR"},
    {TypeId::kBinary, "BINARY"},
    {TypeId::kDate, "DATE"},
    {TypeId::kDatetime, "DATETIME"},
    {TypeId::kTimestamp, "TIMESTAMP"},
    {TypeId::kTimestampNtz, "TIMESTAMP_NTZ"},
    {TypeId::kIntervalYearMonth, "INTERVAL_YEAR_MONTH"},
    {TypeId::kIntervalDayTime, "INTERVAL_DAY_TIME"},
    {TypeId::kJson, "JSON"},
    {TypeId::kArray, "ARRAY"},
    {TypeId::kMap, "MAP"},
    {TypeId::kStruct, "STRUCT"},
    {TypeId::kUnknown, "UNKNOWN"},
};

inline std::string_view TypeNameOf(TypeId id) { return kTypeNames[static_cast<size_t>(id)].name; }

// True for characters of a type's or field's name without quotes. Bytes of non-ASCII characters
// count as letters, so that a Chinese field name needs none.
inline bool IsTypeNameCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace paisql
