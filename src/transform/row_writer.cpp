#include "transform/row_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "types/value_text.h"

namespace paisql::transform {
namespace {

using udf::PackedColumn;
using udf::Tag;

constexpr int64_t kMicrosPerSecond = 1'000'000;
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

Error Wrong(std::string what) {
  return Error{ErrorCode::kScript, "the function's process gives " + std::move(what), {}, ""};
}

int64_t IntegerAt(const PackedColumn& column, size_t row) {
  switch (column.tag) {
    case Tag::kBoolean:
      return column.Value<uint8_t>(row) != 0 ? 1 : 0;
    case Tag::kTinyint:
      return column.Value<int8_t>(row);
    case Tag::kSmallint:
      return column.Value<int16_t>(row);
    case Tag::kInt:
      return column.Value<int32_t>(row);
    default:
      return column.Value<int64_t>(row);
  }
}

double DoubleAt(const PackedColumn& column, size_t row) {
  return column.tag == Tag::kFloat ? column.Value<float>(row) : column.Value<double>(row);
}

void AppendWall(int64_t micros, std::string& out) {
  int64_t seconds = micros / kMicrosPerSecond;
  int64_t rest = micros % kMicrosPerSecond;
  if (rest < 0) {
    rest += kMicrosPerSecond;
    --seconds;
  }
  AppendTimestamp(seconds, static_cast<int32_t>(rest * 1000), out);
}

void AppendHex(std::string_view bytes, std::string_view before, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += before;
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
}

// In quotes, as the engine reads texts within nested values.
void AppendQuotedText(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

// Intervals are numbers and TIMESTAMPs may be texts in what was packed whole.
bool Fits(const DataType& type, Tag tag) {
  if (type.IsInterval()) return tag == Tag::kBigint;
  if (type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz) {
    return tag == Tag::kTime || tag == Tag::kText;
  }
  return tag == udf::TagOf(type);
}

Status CheckFit(const DataType& type, const PackedColumn& column) {
  if (Fits(type, column.tag)) return Status::Ok();
  return Wrong(fmt::format("values of another type than {}", type.ToString()));
}

}  // namespace

bool IsWritable(const DataType& type) {
  if (!type.IsNested()) return true;
  return std::all_of(type.fields().begin(), type.fields().end(), [](const DataType& part) {
    return IsWritable(part) && !part.IsInterval() && part.id() != TypeId::kTimestamp &&
           part.id() != TypeId::kTimestampNtz;
  });
}

Status RowWriter::AppendCell(const DataType& type, const PackedColumn& column, size_t row) {
  if (column.IsNull(row)) {
    output_.AppendNull();
    return Status::Ok();
  }
  PAISQL_TRY(CheckFit(type, column));
  text_.clear();
  switch (column.tag) {
    case Tag::kBoolean:
    case Tag::kTinyint:
    case Tag::kSmallint:
    case Tag::kInt:
    case Tag::kBigint:
      output_.AppendInteger(IntegerAt(column, row));
      return Status::Ok();
    case Tag::kFloat:
    case Tag::kDouble:
      output_.AppendDouble(DoubleAt(column, row));
      return Status::Ok();
    case Tag::kText: {
      const std::string_view text = column.Bytes(row);
      if (!IsValidUtf8(text)) return Wrong("a text that is not UTF-8");
      output_.AppendText(text);
      return Status::Ok();
    }
    case Tag::kBinary:
      AppendHex(column.Bytes(row), "", text_);
      break;
    case Tag::kDate:
      AppendDate(column.Value<int32_t>(row), text_);
      break;
    case Tag::kTime:
      if (type.id() == TypeId::kDatetime) {
        output_.AppendInteger(column.Value<int64_t>(row));
        return Status::Ok();
      }
      AppendWall(column.Value<int64_t>(row), text_);
      break;
    default:
      PAISQL_TRY(AppendNested(type, column, row));
  }
  output_.AppendText(text_);
  return Status::Ok();
}

Status RowWriter::AppendNested(const DataType& type, const PackedColumn& column, size_t row) {
  if (column.IsNull(row)) {
    text_ += "NULL";
    return Status::Ok();
  }
  PAISQL_TRY(CheckFit(type, column));
  return type.IsNested() ? AppendParts(type, column, row) : AppendQuoted(type, column, row);
}

Status RowWriter::AppendParts(const DataType& type, const PackedColumn& column, size_t row) {
  if (column.children.size() != type.fields().size()) return Wrong("a STRUCT of other fields");
  if (type.id() == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      text_ += i == 0 ? "{" : ",";
      AppendQuotedText(type.field_names()[i], text_);
      text_ += ':';
      PAISQL_TRY(AppendNested(type.fields()[i], column.children[i], row));
    }
    text_ += '}';
    return Status::Ok();
  }
  const bool map = type.id() == TypeId::kMap;
  text_ += map ? '{' : '[';
  for (size_t i = column.offsets[row]; i < column.offsets[row + 1]; ++i) {
    if (i > column.offsets[row]) text_ += ',';
    PAISQL_TRY(AppendNested(type.fields()[0], column.children[0], i));
    if (!map) continue;
    text_ += '=';
    PAISQL_TRY(AppendNested(type.fields()[1], column.children[1], i));
  }
  text_ += map ? '}' : ']';
  return Status::Ok();
}

Status RowWriter::AppendQuoted(const DataType& type, const PackedColumn& column, size_t row) {
  switch (column.tag) {
    case Tag::kBoolean:
      text_ += IntegerAt(column, row) != 0 ? "true" : "false";
      return Status::Ok();
    case Tag::kFloat:
    case Tag::kDouble:
      text_ += fmt::format("{}", DoubleAt(column, row));
      return Status::Ok();
    case Tag::kText:
      if (!IsValidUtf8(column.Bytes(row))) return Wrong("a text that is not UTF-8");
      AppendQuotedText(column.Bytes(row), text_);
      return Status::Ok();
    case Tag::kBinary:
      text_ += '"';
      AppendHex(column.Bytes(row), "\\\\x", text_);
      text_ += '"';
      return Status::Ok();
    case Tag::kDate:
      text_ += '"';
      AppendDate(column.Value<int32_t>(row), text_);
      text_ += '"';
      return Status::Ok();
    case Tag::kTime:
      PAISQL_ASSERT(type.id() == TypeId::kDatetime, "a time in a nested value that has no text");
      AppendInstant(column.Value<int64_t>(row));
      return Status::Ok();
    default:
      text_ += std::to_string(IntegerAt(column, row));
      return Status::Ok();
  }
}

// A DATETIME within a nested value, as the instant that it is in the zone.
void RowWriter::AppendInstant(int64_t wall_micros) {
  const int64_t wall = wall_micros / kMicrosPerSecond;
  const int guess = zone_.OffsetAt(wall);
  const int offset = zone_.OffsetAt(wall - guess);
  text_ += '"';
  AppendWall(wall_micros - offset * kMicrosPerSecond, text_);
  text_ += "+00\"";
}

}  // namespace paisql::transform
