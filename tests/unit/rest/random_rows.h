#pragma once

// Columns of every type, and random rows of them.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/arrow/builder.h"
#include "engine/arrow/months_days_nanos.h"
#include "engine/engine.h"

namespace paisql::rest {

inline constexpr std::string_view kTypes[] = {
    "boolean",
    "tinyint",
    "smallint",
    "int",
    "bigint",
    "float",
    "double",
    "decimal(4,2)",
    "decimal(38,18)",
    "string",
    "varchar(20)",
    "char(4)",
    "binary",
    "date",
    "datetime",
    "timestamp",
    "timestamp_ntz",
    "interval_day_time",
    "interval_year_month",
    "json",
    "array<bigint>",
    "array<array<string>>",
    "map<string,double>",
    "map<bigint,array<date>>",
    "struct<a:bigint,b:string,c:timestamp>",
    "array<struct<x:decimal(10,2),y:map<string,boolean>>>"};

inline DataType TypeOf(std::string_view text) {
  Result<DataType> type = ParseDataType(text);
  return type.ok() ? *type : DataType();
}

inline std::vector<engine::ResultColumn> AllColumns() {
  std::vector<engine::ResultColumn> columns;
  for (const std::string_view type : kTypes) {
    columns.push_back({"c" + std::to_string(columns.size()), TypeOf(type)});
  }
  return columns;
}

class RandomRows {
 public:
  explicit RandomRows(unsigned seed) : random_(seed) {}

  engine::Batch Make(const std::vector<engine::ResultColumn>& columns, size_t rows) {
    std::vector<ArrowArray> arrays;
    for (const engine::ResultColumn& column : columns) {
      ArrayBuilder builder(column.type);
      for (size_t i = 0; i < rows; ++i) Append(builder, true);
      arrays.push_back(builder.Take());
    }
    return engine::MakeBatch(static_cast<int64_t>(rows), std::move(arrays));
  }

 private:
  int64_t Number(int64_t first, int64_t last) {
    return std::uniform_int_distribution<int64_t>(first, last)(random_);
  }
  std::string Text(size_t most) {
    std::string text;
    for (auto i = static_cast<size_t>(Number(0, static_cast<int64_t>(most))); i > 0; --i) {
      text += static_cast<char>(Number('a', 'z'));
    }
    return text;
  }

  void Append(ArrayBuilder& out, bool may_be_null) {
    if (may_be_null && Number(0, 5) == 0) return out.AppendNull();
    switch (out.type().id()) {
      case TypeId::kBoolean:
        return out.AppendBit(Number(0, 1) == 1);
      case TypeId::kTinyint:
        return out.AppendNumber(static_cast<int8_t>(Number(-128, 127)));
      case TypeId::kSmallint:
        return out.AppendNumber(static_cast<int16_t>(Number(-32768, 32767)));
      case TypeId::kInt:
      case TypeId::kIntervalYearMonth:
        return out.AppendNumber(static_cast<int32_t>(Number(-2147483648LL, 2147483647)));
      case TypeId::kBigint:
        return out.AppendNumber(Number(INT64_MIN, INT64_MAX));
      case TypeId::kFloat:
        return out.AppendNumber(static_cast<float>(Number(-1000, 1000)) / 8);
      case TypeId::kDouble:
        return out.AppendNumber(static_cast<double>(Number(-1000000, 1000000)) / 64);
      case TypeId::kDecimal:
        return out.AppendNumber(Int128{Number(-9999, 9999)});
      case TypeId::kDate:
        return out.AppendNumber(static_cast<int32_t>(Number(-719162, 2932896)));
      case TypeId::kDatetime:
        return out.AppendNumber(Number(-60'000'000'000'000, 250'000'000'000'000) * kMicrosPerMilli);
      case TypeId::kTimestamp:
      case TypeId::kTimestampNtz:
        return out.AppendNumber(
            Int128{Number(-5'000'000'000'000'000'000, 5'000'000'000'000'000'000)});
      case TypeId::kIntervalDayTime:
        return out.AppendNumber(engine::MonthsDaysNanos{0, static_cast<int32_t>(Number(0, 1000)),
                                                        Number(0, 86399) * kNanosPerSecond + 7});
      case TypeId::kJson:
        return out.AppendText("{\"k\":" + std::to_string(Number(0, 99)) + "}");
      case TypeId::kChar:
        return out.AppendText(Text(4));
      case TypeId::kArray:
        for (int64_t i = Number(0, 3); i > 0; --i) Append(out.part(0), true);
        return out.EndNested();
      case TypeId::kMap:
        for (int64_t i = Number(0, 3); i > 0; --i) {
          Append(out.part(0), false);
          Append(out.part(1), true);
        }
        return out.EndNested();
      case TypeId::kStruct:
        for (size_t i = 0; i < out.type().fields().size(); ++i) Append(out.part(i), true);
        return out.EndNested();
      default:
        return out.AppendText(Text(20));
    }
  }

  std::mt19937_64 random_;
};

}  // namespace paisql::rest
