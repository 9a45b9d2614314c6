#include "rest/arrow/arrow_schema.h"

#include <string>

#include "engine/arrow/schema.h"

namespace paisql::rest {

namespace {

std::string FormatOf(const DataType& type) {
  switch (type.id()) {
    case TypeId::kVoid:
    case TypeId::kUnknown:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      return "u";
    case TypeId::kBoolean:
      return "b";
    case TypeId::kTinyint:
      return "c";
    case TypeId::kSmallint:
      return "s";
    case TypeId::kInt:
      return "i";
    case TypeId::kBigint:
      return "l";
    case TypeId::kFloat:
      return "f";
    case TypeId::kDouble:
      return "g";
    case TypeId::kDecimal:
      return "d:" + std::to_string(type.precision()) + "," + std::to_string(type.scale());
    case TypeId::kBinary:
      return "z";
    case TypeId::kDate:
      return "tdD";
    case TypeId::kDatetime:
      return "tsm:";
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return "tsn:";
    case TypeId::kIntervalYearMonth:
      return "tiM";
    case TypeId::kArray:
      return "+l";
    case TypeId::kMap:
      return "+m";
    case TypeId::kIntervalDayTime:
    case TypeId::kStruct:
      return "+s";
  }
  return "n";
}

ArrowSchema ColumnOf(const DataType& type, const std::string& name, bool as_struct,
                     bool nullable = true) {
  std::vector<ArrowSchema> children;
  if (type.id() == TypeId::kIntervalDayTime || as_struct) {
    children.push_back(engine::MakeSchema("l", "sec", {}));
    children.push_back(engine::MakeSchema("i", "nano", {}));
    return engine::MakeSchema("+s", name, std::move(children), nullable);
  }
  if (type.id() == TypeId::kArray) {
    children.push_back(ColumnOf(type.element(), "item", false));
  } else if (type.id() == TypeId::kMap) {
    std::vector<ArrowSchema> parts;
    parts.push_back(ColumnOf(type.key(), "key", false, false));
    parts.push_back(ColumnOf(type.value(), "value", false));
    children.push_back(engine::MakeSchema("+s", "entries", std::move(parts), false));
  } else if (type.id() == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      children.push_back(ColumnOf(type.fields()[i], type.field_names()[i], false));
    }
  }
  return engine::MakeSchema(FormatOf(type), name, std::move(children), nullable);
}

}  // namespace

ArrowSchema ClientSchema(const std::vector<engine::ResultColumn>& columns, TimestampForm form) {
  std::vector<ArrowSchema> children;
  for (const engine::ResultColumn& column : columns) {
    const bool is_time =
        column.type.id() == TypeId::kTimestamp || column.type.id() == TypeId::kTimestampNtz;
    children.push_back(
        ColumnOf(column.type, column.name, is_time && form == TimestampForm::kStruct));
  }
  return engine::MakeSchema("+s", "", std::move(children), false);
}

}  // namespace paisql::rest
