// One table or view: its columns, its properties, its size, the statement that makes it, and what
// the user may do with it.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "session/statements/answers.h"
#include "store/auto_partition.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/own_properties.h"
#include "store/place.h"

namespace paisql::console {

namespace {

using nlohmann::json;

json ColumnFactsJson(const store::Table& table, const store::Column& column, bool partition) {
  const auto& key = table.traits.primary_key;
  return {{"name", column.name},
          {"type", column.type.ToString()},
          {"nullable", !column.not_null},
          {"comment", column.comment},
          {"default", column.default_text},
          {"partition", partition},
          {"key", !partition && std::ranges::find(key, column.id) != key.end()}};
}

json ColumnsOfTable(const store::Table& table) {
  json columns = json::array();
  for (const store::Column& one : table.columns) {
    columns.push_back(ColumnFactsJson(table, one, false));
  }
  for (const store::Column& one : table.partition_columns) {
    columns.push_back(ColumnFactsJson(table, one, true));
  }
  return columns;
}

json PropertiesOfTable(const store::Table& table) {
  json properties = json::object();
  if (table.traits.transactional) properties["transactional"] = "true";
  for (const auto& [key, value] : table.traits.properties) {
    if (!store::IsOwnProperty(key)) properties[key] = value;
  }
  return properties;
}

// The page offers only the changes that the user may make. The statements ask again.
json RightsOnTable(const rest::Call& call, store::Catalog& catalog, const store::Table& table) {
  json rights = json::object();
  for (const std::string_view action : {"Select", "Alter", "Drop", "ShowHistory"}) {
    rights[action] = RequireOn(call, catalog, table, action).ok();
  }
  return rights;
}

void AddQuery(const store::Table& table, json& facts) {
  if (table.kind == store::TableKind::kView) facts["query"] = table.view_text;
  if (const auto kept = store::MaterializedOf(table)) {
    facts["query"] = kept->query;
    facts["rewrites"] = kept->rewrites;
  }
  if (const auto external = store::ExternalOf(table)) facts["location"] = external->location;
}

Result<json> TableFactsJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Catalog::View view, catalog->BeginView());
  PAISQL_ASSIGN(const store::Table table, TableOfCall(call, *catalog, "Describe"));
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog->TableSize(table.id));
  const store::Place place = store::PlaceOf(table.project);
  json facts = {{"id", std::to_string(table.id)},
                {"name", table.name},
                {"project", place.project},
                {"schema", place.schema},
                {"shape", ShapeText(ShapeOf(table))},
                {"comment", table.comment},
                {"owner", table.owner},
                {"lifecycle_days", nullptr},
                {"lifecycle_off", store::IsLifecycleOff(table)},
                {"created_ms", table.created_ms},
                {"ddl_ms", table.last_ddl_ms},
                {"modified_ms", table.last_modified_ms},
                {"rows", size.rows},
                {"bytes", size.bytes},
                {"files", size.files},
                {"partitioned", table.partitioned()},
                {"transactional", table.traits.transactional},
                {"primary_key", session::KeyNames(table)},
                {"columns", ColumnsOfTable(table)},
                {"properties", PropertiesOfTable(table)},
                {"ddl", session::CreateStatement(table)},
                {"rights", RightsOnTable(call, *catalog, table)}};
  if (table.lifecycle_days) facts["lifecycle_days"] = *table.lifecycle_days;
  AddQuery(table, facts);
  return facts;
}

}  // namespace

rest::Answer TellTable(const rest::Call& call, Console& console) {
  const Result<json> body = TableFactsJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
