#include "engine/arrow/schema.h"

#include <memory>
#include <string>

#include "base/assert.h"

namespace paisql::engine {
namespace {

struct HeldSchema {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> schemas;
  std::vector<ArrowSchema*> children;
};

// A child that was moved elsewhere has no `release` any more.
void ReleaseSchema(ArrowSchema* schema) {
  const std::unique_ptr<HeldSchema> held(static_cast<HeldSchema*>(schema->private_data));
  for (ArrowSchema* child : held->children) {
    if (child->release != nullptr) child->release(child);
  }
  schema->release = nullptr;
}

constexpr TypeFormats kBatchFormats = {.nothing = "n",
                                       .text = "U",
                                       .binary = "Z",
                                       .datetime = "tsu:",
                                       .timestamp = "d:21,9",
                                       .day_time = "tin",
                                       .list = "+L"};

std::string FormatOf(const DataType& type, const TypeFormats& formats) {
  switch (type.id()) {
    case TypeId::kVoid:
    case TypeId::kUnknown:
      return formats.nothing;
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
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      return formats.text;
    case TypeId::kBinary:
      return formats.binary;
    case TypeId::kDate:
      return "tdD";
    case TypeId::kDatetime:
      return formats.datetime;
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return formats.timestamp;
    case TypeId::kIntervalYearMonth:
      return "tiM";
    case TypeId::kIntervalDayTime:
      return formats.day_time;
    case TypeId::kArray:
      return formats.list;
    case TypeId::kMap:
      return "+m";
    case TypeId::kStruct:
      return "+s";
  }
  PAISQL_UNREACHABLE("a type of unknown kind");
}

}  // namespace

ArrowSchema MakeSchema(std::string format, std::string name, std::vector<ArrowSchema> children,
                       bool nullable) {
  auto held = std::make_unique<HeldSchema>();
  held->format = std::move(format);
  held->name = std::move(name);
  held->schemas = std::move(children);
  for (ArrowSchema& child : held->schemas) held->children.push_back(&child);
  ArrowSchema schema = {};
  schema.format = held->format.c_str();
  schema.name = held->name.c_str();
  schema.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  schema.n_children = static_cast<int64_t>(held->children.size());
  schema.children = held->children.data();
  schema.release = ReleaseSchema;
  schema.private_data = held.release();
  return schema;
}

ArrowSchema SecondsSchema(std::string name, bool nullable) {
  std::vector<ArrowSchema> parts;
  parts.push_back(MakeSchema("l", "sec", {}));
  parts.push_back(MakeSchema("i", "nano", {}));
  return MakeSchema("+s", std::move(name), std::move(parts), nullable);
}

ArrowSchema ColumnSchema(const DataType& type, std::string name, const TypeFormats& formats,
                         bool nullable) {
  if (type.id() == TypeId::kIntervalDayTime && formats.day_time == nullptr) {
    return SecondsSchema(std::move(name), nullable);
  }
  std::vector<ArrowSchema> children;
  if (type.id() == TypeId::kArray) {
    children.push_back(ColumnSchema(type.element(), "item", formats));
  } else if (type.id() == TypeId::kMap) {
    std::vector<ArrowSchema> parts;
    parts.push_back(ColumnSchema(type.key(), "key", formats, false));
    parts.push_back(ColumnSchema(type.value(), "value", formats));
    children.push_back(MakeSchema("+s", "entries", std::move(parts), false));
  } else if (type.id() == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      children.push_back(ColumnSchema(type.fields()[i], type.field_names()[i], formats));
    }
  }
  return MakeSchema(FormatOf(type, formats), std::move(name), std::move(children), nullable);
}

Schema::Schema(const std::vector<ResultColumn>& columns) {
  std::vector<ArrowSchema> children;
  for (const ResultColumn& column : columns) {
    children.push_back(ColumnSchema(column.type, column.name, kBatchFormats));
  }
  schema_ = MakeSchema("+s", "", std::move(children), false);
}

}  // namespace paisql::engine
