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

std::string FormatOf(const DataType& type) {
  switch (type.id()) {
    case TypeId::kVoid:
    case TypeId::kUnknown:
      return "n";
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
      return "U";
    case TypeId::kBinary:
      return "Z";
    case TypeId::kDate:
      return "tdD";
    case TypeId::kDatetime:
      return "tsu:";
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return "d:21,9";
    case TypeId::kIntervalYearMonth:
      return "tiM";
    case TypeId::kIntervalDayTime:
      return "tin";
    case TypeId::kArray:
      return "+L";
    case TypeId::kMap:
      return "+m";
    case TypeId::kStruct:
      return "+s";
  }
  PAISQL_UNREACHABLE("a type of unknown kind");
}

ArrowSchema MakeColumn(const DataType& type, const std::string& name, bool nullable = true) {
  std::vector<ArrowSchema> children;
  if (type.id() == TypeId::kArray) {
    children.push_back(MakeColumn(type.element(), "item"));
  } else if (type.id() == TypeId::kMap) {
    std::vector<ArrowSchema> parts;
    parts.push_back(MakeColumn(type.key(), "key", false));
    parts.push_back(MakeColumn(type.value(), "value"));
    children.push_back(MakeSchema("+s", "entries", std::move(parts), false));
  } else if (type.id() == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      children.push_back(MakeColumn(type.fields()[i], type.field_names()[i]));
    }
  }
  return MakeSchema(FormatOf(type), name, std::move(children), nullable);
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

Schema::Schema(const std::vector<ResultColumn>& columns) {
  std::vector<ArrowSchema> children;
  for (const ResultColumn& column : columns) {
    children.push_back(MakeColumn(column.type, column.name));
  }
  schema_ = MakeSchema("+s", "", std::move(children), false);
}

}  // namespace paisql::engine
