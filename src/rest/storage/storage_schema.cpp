#include "rest/storage/storage_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace paisql::rest {

namespace {

struct TypeNumber {
  TypeId type;
  int number;
};

// What clients know the types by: the maxstorage client of PyODPS 0.13 has the list.
constexpr TypeNumber kTypeNumbers[] = {
    {TypeId::kBigint, 0},
    {TypeId::kDouble, 1},
    {TypeId::kBoolean, 2},
    {TypeId::kDatetime, 3},
    {TypeId::kString, 4},
    {TypeId::kDecimal, 5},
    {TypeId::kTinyint, 6},
    {TypeId::kSmallint, 7},
    {TypeId::kInt, 8},
    {TypeId::kChar, 9},
    {TypeId::kVarchar, 10},
    {TypeId::kBinary, 11},
    {TypeId::kDate, 12},
    {TypeId::kTimestamp, 13},
    {TypeId::kFloat, 14},
    {TypeId::kIntervalYearMonth, 15},
    {TypeId::kIntervalDayTime, 16},
    {TypeId::kArray, 17},
    {TypeId::kMap, 18},
    {TypeId::kStruct, 19},
    {TypeId::kJson, 20},
    {TypeId::kTimestampNtz, 21},
};

int NumberOf(TypeId type) {
  const auto* const found = std::ranges::find(kTypeNumbers, type, &TypeNumber::type);
  // A bare NULL has no type of the platform's; its column has no value either.
  return found == std::end(kTypeNumbers) ? NumberOf(TypeId::kString) : found->number;
}

// The parts of a type have numbers of their own, which follow that of the column.
nlohmann::json Numbered(const DataType& type, const std::string& name, int& id) {
  nlohmann::json told = {
      {"MemberName", name}, {"ColumnId", id++}, {"Type", NumberOf(type.id())}, {"Nullable", true}};
  switch (type.id()) {
    case TypeId::kDecimal:
      told["Precision"] = type.precision();
      told["Scale"] = type.scale();
      break;
    case TypeId::kChar:
    case TypeId::kVarchar:
      told["SpecifiedLength"] = type.length();
      break;
    case TypeId::kArray:
      told["SubTypes"].push_back(Numbered(type.element(), "element", id));
      break;
    case TypeId::kMap:
      told["SubTypes"].push_back(Numbered(type.key(), "key", id));
      told["SubTypes"].push_back(Numbered(type.value(), "value", id));
      break;
    case TypeId::kStruct:
      told["SubTypes"] = nlohmann::json::array();
      for (size_t i = 0; i < type.fields().size(); ++i) {
        told["SubTypes"].push_back(Numbered(type.fields()[i], type.field_names()[i], id));
      }
      break;
    default:
      break;
  }
  return told;
}

// Their ids go on from the one that is given.
nlohmann::json AllNumbered(std::span<const engine::ResultColumn> columns, int& id) {
  nlohmann::json all = nlohmann::json::array();
  for (const engine::ResultColumn& column : columns) {
    all.push_back(
        {{"comment", ""}, {"label", ""}, {"columnType", Numbered(column.type, column.name, id)}});
  }
  return all;
}

nlohmann::json Named(std::span<const engine::ResultColumn> columns, size_t first_id) {
  nlohmann::json all = nlohmann::json::array();
  for (const engine::ResultColumn& column : columns) {
    all.push_back({{"Name", column.name},
                   {"ColumnId", first_id + all.size()},
                   {"Type", ToLower(column.type.ToString())},
                   {"Comment", ""},
                   {"Nullable", true}});
  }
  return all;
}

}  // namespace

nlohmann::json ReadSchemaJson(std::span<const engine::ResultColumn> columns,
                              std::span<const engine::ResultColumn> partition_columns) {
  return {{"DataColumns", Named(columns, 1)},
          {"PartitionColumns", Named(partition_columns, 1 + columns.size())}};
}

nlohmann::json WriteSchemaJson(std::span<const engine::ResultColumn> columns,
                               std::span<const engine::ResultColumn> system_columns) {
  int id = 1;
  nlohmann::json data = AllNumbered(columns, id);
  return {{"DataColumns", std::move(data)}, {"SystemColumns", AllNumbered(system_columns, id)}};
}

std::vector<engine::ResultColumn> ColumnsOf(const std::vector<store::Column>& columns) {
  std::vector<engine::ResultColumn> all;
  for (const store::Column& column : columns) all.push_back({column.name, column.type});
  return all;
}

}  // namespace paisql::rest
