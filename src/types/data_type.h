#pragma once

// The column and expression types of MaxCompute's V2.0 data type edition (docs/sql.md, "Types"). A
// DataType is a small value, freely copied and compared; nested types share their children. Names
// of STRUCT fields keep their spelling and compare case-insensitively.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql {

enum class TypeId {
  kVoid,  // the type of a bare NULL literal
  kBoolean,
  kTinyint,
  kSmallint,
  kInt,
  kBigint,
  kFloat,
  kDouble,
  kDecimal,
  kString,
  kVarchar,
  kChar,
  kBinary,
  kDate,
  kDatetime,      // an instant at milliseconds, shown in the session's zone
  kTimestamp,     // an instant at nanoseconds, shown in the session's zone
  kTimestampNtz,  // wall-clock time without a zone
  kIntervalYearMonth,
  kIntervalDayTime,
  kJson,
  kArray,
  kMap,
  kStruct,
  kUnknown,  // of what could not be analysed: such a type never leaves the analysis
};

class DataType {
 public:
  DataType() = default;
  DataType(TypeId id) : id_(id) {}  // NOLINT: a plain type is its id

  static DataType Decimal(int precision, int scale);
  static DataType Varchar(int length);
  static DataType Char(int length);
  static DataType Array(DataType element);
  static DataType Map(DataType key, DataType value);
  // names and types have the same length.
  static DataType Struct(std::vector<std::string> names, std::vector<DataType> types);

  TypeId id() const { return id_; }
  int precision() const { return precision_; }  // kDecimal
  int scale() const { return scale_; }          // kDecimal
  int length() const { return precision_; }     // kVarchar, kChar
  const DataType& element() const;              // kArray
  const DataType& key() const;                  // kMap
  const DataType& value() const;                // kMap
  const std::vector<DataType>& fields() const;  // kStruct: field types; kArray, kMap: the parts
  const std::vector<std::string>& field_names() const;

  bool IsInteger() const;   // TINYINT .. BIGINT
  bool IsNumeric() const;   // integers, FLOAT, DOUBLE, DECIMAL
  bool IsText() const;      // STRING, VARCHAR, CHAR
  bool IsTemporal() const;  // DATE, DATETIME, TIMESTAMP, TIMESTAMP_NTZ
  bool IsNested() const;    // ARRAY, MAP, STRUCT
  bool IsInterval() const;  // both kinds
  // False where a MAP in it has a nested type for its key, which the platform does not have.
  bool HasPrimitiveKeys() const;

  // The platform's spelling: "BIGINT", "DECIMAL(38,18)", "ARRAY<STRING>", "STRUCT<a:INT,b:STRING>".
  std::string ToString() const;

  friend bool operator==(const DataType& left, const DataType& right);

 private:
  struct Nested {
    std::vector<DataType> types;
    std::vector<std::string> names;
  };

  TypeId id_ = TypeId::kVoid;
  int precision_ = 0;
  int scale_ = 0;
  std::shared_ptr<const Nested> nested_;
};

// Parses the spelling that ToString gives, in any letter case ("array<map<string,bigint>>");
// kIllegalDataType for an unknown name or a precision, scale or length out of range
// (docs/sql.md, "Types"). INT means 32 bit here; edition 1.0's reading of INT as BIGINT is
// the analysis' business. max_decimal_scale is larger where odps.sql.decimal2.extended.scale.enable
// is on, and for results.
inline constexpr int kMaxDecimalPrecision = 38;
inline constexpr int kMaxDecimalScale = 18;
inline constexpr int kMaxVarcharLength = 65535;
inline constexpr int kMaxCharLength = 255;
inline constexpr int kMaxTypeDepth = 100;  // of ARRAY, MAP and STRUCT within each other
Result<DataType> ParseDataType(std::string_view text, int max_decimal_scale = kMaxDecimalScale);

// All plain type names, for "did you mean".
const std::vector<std::string>& DataTypeNames();

}  // namespace paisql
