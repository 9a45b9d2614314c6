#include "types/data_type.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"
#include "types/type_names.h"

namespace paisql {
namespace {

// A field name that could not be read back as it is stands in back quotes.
std::string FieldNameText(const std::string& name) {
  if (!name.empty() && std::all_of(name.begin(), name.end(), IsTypeNameCharacter)) return name;
  std::string quoted = "`";
  for (const char c : name) {
    if (c == '`') quoted += '`';
    quoted += c;
  }
  return quoted + "`";
}

}  // namespace

DataType DataType::Decimal(int precision, int scale) {
  PAISQL_ASSERT(precision >= 1 && precision <= kMaxDecimalPrecision, "precision of a DECIMAL");
  PAISQL_ASSERT(scale >= 0 && scale <= precision, "scale of a DECIMAL");
  DataType type(TypeId::kDecimal);
  type.precision_ = precision;
  type.scale_ = scale;
  return type;
}

DataType DataType::Varchar(int length) {
  PAISQL_ASSERT(length >= 1 && length <= kMaxVarcharLength, "length of a VARCHAR");
  DataType type(TypeId::kVarchar);
  type.precision_ = length;
  return type;
}

DataType DataType::Char(int length) {
  PAISQL_ASSERT(length >= 1 && length <= kMaxCharLength, "length of a CHAR");
  DataType type(TypeId::kChar);
  type.precision_ = length;
  return type;
}

DataType DataType::Array(DataType element) {
  DataType type(TypeId::kArray);
  auto nested = std::make_shared<Nested>();
  nested->types.push_back(std::move(element));
  type.nested_ = std::move(nested);
  return type;
}

DataType DataType::Map(DataType key, DataType value) {
  DataType type(TypeId::kMap);
  auto nested = std::make_shared<Nested>();
  nested->types.push_back(std::move(key));
  nested->types.push_back(std::move(value));
  type.nested_ = std::move(nested);
  return type;
}

DataType DataType::Struct(std::vector<std::string> names, std::vector<DataType> types) {
  PAISQL_ASSERT(names.size() == types.size(), "a STRUCT has one name for each type");
  DataType type(TypeId::kStruct);
  auto nested = std::make_shared<Nested>();
  nested->names = std::move(names);
  nested->types = std::move(types);
  type.nested_ = std::move(nested);
  return type;
}

const DataType& DataType::element() const {
  PAISQL_ASSERT(id_ == TypeId::kArray && nested_ != nullptr, "element() of what is not an ARRAY");
  return nested_->types[0];
}

const DataType& DataType::key() const {
  PAISQL_ASSERT(id_ == TypeId::kMap && nested_ != nullptr, "key() of what is not a MAP");
  return nested_->types[0];
}

const DataType& DataType::value() const {
  PAISQL_ASSERT(id_ == TypeId::kMap && nested_ != nullptr, "value() of what is not a MAP");
  return nested_->types[1];
}

const std::vector<DataType>& DataType::fields() const {
  PAISQL_ASSERT(nested_ != nullptr, "fields() of what is not nested");
  return nested_->types;
}

const std::vector<std::string>& DataType::field_names() const {
  PAISQL_ASSERT(id_ == TypeId::kStruct && nested_ != nullptr,
                "field_names() of what is not a STRUCT");
  return nested_->names;
}

bool DataType::IsInteger() const {
  return id_ == TypeId::kTinyint || id_ == TypeId::kSmallint || id_ == TypeId::kInt ||
         id_ == TypeId::kBigint;
}

bool DataType::IsNumeric() const {
  return IsInteger() || id_ == TypeId::kFloat || id_ == TypeId::kDouble || id_ == TypeId::kDecimal;
}

bool DataType::IsText() const {
  return id_ == TypeId::kString || id_ == TypeId::kVarchar || id_ == TypeId::kChar;
}

bool DataType::IsTemporal() const {
  return id_ == TypeId::kDate || id_ == TypeId::kDatetime || id_ == TypeId::kTimestamp ||
         id_ == TypeId::kTimestampNtz;
}

bool DataType::IsNested() const {
  return id_ == TypeId::kArray || id_ == TypeId::kMap || id_ == TypeId::kStruct;
}

bool DataType::IsInterval() const {
  return id_ == TypeId::kIntervalYearMonth || id_ == TypeId::kIntervalDayTime;
}

bool DataType::HasPrimitiveKeys() const {
  if (nested_ == nullptr) return true;
  if (id_ == TypeId::kMap && key().IsNested()) return false;
  return std::all_of(nested_->types.begin(), nested_->types.end(),
                     [](const DataType& part) { return part.HasPrimitiveKeys(); });
}

std::string DataType::ToString() const {
  std::string text(TypeNameOf(id_));
  switch (id_) {
    case TypeId::kDecimal:
      return text + "(" + std::to_string(precision_) + "," + std::to_string(scale_) + ")";
    case TypeId::kVarchar:
    case TypeId::kChar:
      return text + "(" + std::to_string(precision_) + ")";
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      break;
    default:
      return text;
  }
  text += '<';
  for (size_t i = 0; i < fields().size(); ++i) {
    if (i > 0) text += ',';
    if (id_ == TypeId::kStruct) text += FieldNameText(nested_->names[i]) + ":";
    text += nested_->types[i].ToString();
  }
  return text + ">";
}

bool operator==(const DataType& left, const DataType& right) {
  if (left.id_ != right.id_ || left.precision_ != right.precision_ || left.scale_ != right.scale_) {
    return false;
  }
  if (left.nested_ == right.nested_) return true;
  if (left.nested_ == nullptr || right.nested_ == nullptr) return false;
  if (left.nested_->types != right.nested_->types) return false;
  return std::equal(left.nested_->names.begin(), left.nested_->names.end(),
                    right.nested_->names.begin(), right.nested_->names.end(), EqualsIgnoreCase);
}

const std::vector<std::string>& DataTypeNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const TypeName& row : kTypeNames) {
      const bool writable = row.id != TypeId::kVoid && row.id != TypeId::kUnknown;
      if (writable) all.emplace_back(row.name);
    }
    return all;
  }();
  return names;
}

}  // namespace paisql
