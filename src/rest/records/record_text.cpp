#include "rest/records/record_text.h"

#include <fmt/format.h>

#include <optional>

#include "base/hex.h"
#include "rest/records/record_reader.h"
#include "types/number/number_text.h"
#include "types/time/time_text.h"
#include "types/value_text.h"

namespace paisql::rest {

namespace {

// A quoted field of CSV.
void AppendField(std::string_view text, std::string& out) {
  out += '"';
  for (const char letter : text) {
    if (letter == '"') out += '"';
    out += letter;
  }
  out += '"';
}

// A DATETIME with its thousandths, as the pattern kDatetimePattern has them.
void AppendMillis(int64_t millis, std::string& out) {
  const int64_t rest = ((millis % 1000) + 1000) % 1000;
  AppendDatetime((millis - rest) * 1000, out);
  out += fmt::format(".{:03}", rest);
}

void AppendJson(const DataType& type, RecordReader& records, std::string& out);

// The text of a value that is not NULL.
void AppendPlain(const DataType& type, RecordReader& records, std::string& out) {
  switch (type.id()) {
    case TypeId::kBoolean:
      out += records.Boolean() ? "true" : "false";
      return;
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
      out += std::to_string(records.Integer());
      return;
    case TypeId::kFloat:
      return AppendFloat(records.Float(), out);
    case TypeId::kDouble:
      return AppendDouble(records.Double(), out);
    case TypeId::kDate:
      return AppendDate(static_cast<int32_t>(records.Integer()), out);
    case TypeId::kDatetime:
      return AppendMillis(records.Integer(), out);
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz: {
      const auto [seconds, nanos] = records.Seconds();
      return AppendTimestamp(seconds, nanos, out);
    }
    case TypeId::kBinary:
      out += ToHex(records.Bytes());
      return;
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      return AppendJson(type, records, out);
    default:
      out += records.Bytes();
  }
}

void AppendElement(const DataType& type, RecordReader& records, std::string& out) {
  if (records.Null()) {
    out += "null";
  } else {
    AppendJson(type, records, out);
  }
}

void AppendMap(const DataType& type, RecordReader& records, std::string& out) {
  std::vector<std::string> keys;
  for (uint32_t left = records.Count(); left > 0; --left) {
    if (records.Null()) return records.Fail("a key of a map is NULL");
    AppendPlain(type.key(), records, keys.emplace_back());
  }
  if (records.Count() != keys.size()) return records.Fail("a map has keys without values");
  out += '{';
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) out += ',';
    AppendJsonString(keys[i], out);
    out += ':';
    AppendElement(type.value(), records, out);
  }
  out += '}';
}

void AppendJson(const DataType& type, RecordReader& records, std::string& out) {
  if (type.id() == TypeId::kMap) return AppendMap(type, records, out);
  if (type.id() == TypeId::kArray) {
    out += '[';
    const uint32_t count = records.Count();
    for (uint32_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      AppendElement(type.element(), records, out);
    }
    out += ']';
    return;
  }
  if (type.id() == TypeId::kStruct) {
    out += '{';
    for (size_t i = 0; i < type.fields().size(); ++i) {
      if (i > 0) out += ',';
      AppendJsonString(type.field_names()[i], out);
      out += ':';
      AppendElement(type.fields()[i], records, out);
    }
    out += '}';
    return;
  }
  std::string text;
  AppendPlain(type, records, text);
  const bool finite = !text.ends_with("Infinity") && text != "NaN";
  if (type.id() == TypeId::kBoolean || (type.IsNumeric() && finite)) {
    out += text;
  } else {
    AppendJsonString(text, out);
  }
}

bool HasTypeWithoutText(const DataType& type, bool nested) {
  if (type.IsInterval() || type.id() == TypeId::kVoid) return true;
  if (nested && (type.id() == TypeId::kBinary || type.id() == TypeId::kJson)) return true;
  if (!type.IsNested()) return false;
  for (const DataType& part : type.fields()) {
    if (HasTypeWithoutText(part, true)) return true;
  }
  return false;
}

}  // namespace

Status CheckUploadType(const DataType& type) {
  if (!HasTypeWithoutText(type, false)) return Status::Ok();
  return Error{ErrorCode::kUnsupported,
               "an upload into a column of type " + type.ToString() + " is not supported",
               {},
               "insert the rows by a statement"};
}

Result<std::string> CsvOfRecords(std::string_view records, const std::vector<DataType>& columns) {
  RecordReader reader(records);
  std::string csv;
  std::vector<std::optional<std::string>> cells(columns.size());
  while (true) {
    const RecordReader::Step step = reader.Next();
    if (step == RecordReader::Step::kEnd) break;
    if (step == RecordReader::Step::kField) {
      const size_t column = size_t{reader.field()} - 1;
      if (column >= columns.size() || reader.wire_type() != WireTypeOf(columns[column].id())) {
        reader.Fail("the records have other columns than the table");
        continue;
      }
      AppendPlain(columns[column], reader, cells[column].emplace());
      continue;
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) csv += ',';
      if (cells[i].has_value()) {
        AppendField(*cells[i], csv);
      } else {
        csv += kNullText;
      }
      cells[i].reset();
    }
    csv += '\n';
  }
  PAISQL_TRY(Status(reader.status()));
  return csv;
}

}  // namespace paisql::rest
