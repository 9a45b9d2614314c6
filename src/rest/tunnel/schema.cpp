#include "rest/tunnel/schema.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace paisql::rest {

namespace {

nlohmann::json ColumnsJson(std::span<const engine::ResultColumn> columns) {
  nlohmann::json all = nlohmann::json::array();
  for (const engine::ResultColumn& column : columns) {
    // Clients know no type of a bare NULL, which has no value in any record.
    const bool is_void = column.type.id() == TypeId::kVoid;
    all.push_back({{"name", column.name},
                   {"type", is_void ? "string" : ToLower(column.type.ToString())},
                   {"comment", ""},
                   {"isNullable", true}});
  }
  return all;
}

}  // namespace

nlohmann::json SchemaOfTable(const store::Table& table) {
  const auto columns_of = [](const std::vector<store::Column>& columns) {
    std::vector<engine::ResultColumn> all;
    for (const store::Column& column : columns) all.push_back({column.name, column.type});
    return all;
  };
  return SchemaJson(columns_of(table.columns), columns_of(table.partition_columns));
}

nlohmann::json SchemaJson(std::span<const engine::ResultColumn> columns,
                          std::span<const engine::ResultColumn> partition_keys) {
  return {{"columns", ColumnsJson(columns)},
          {"partitionKeys", ColumnsJson(partition_keys)},
          {"IsVirtualView", false}};
}

}  // namespace paisql::rest
