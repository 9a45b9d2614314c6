#include "rest/objects/table_xml.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "store/auto_partition.h"
#include "store/clustering.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/own_properties.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

using nlohmann::json;

constexpr int kNoLifecycle = -1;

std::string ColumnNameOf(const store::Table& table, int64_t column_id) {
  for (const store::Column& column : table.columns) {
    if (column.id == column_id) return ToLower(column.name);
  }
  return "";
}

json ColumnJson(const store::Column& column) {
  json one = {{"name", ToLower(column.name)},
              {"type", ToLower(column.type.ToString())},
              {"comment", column.comment},
              {"label", ""},
              {"isNullable", !column.not_null}};
  if (!column.default_text.empty()) one["defaultValue"] = column.default_text;
  return one;
}

// The rule of AUTO PARTITIONED BY, operands before what is done with them.
std::string GenerateExpression(const store::Table& table, const store::AutoPartition& rule) {
  const store::Column& source = store::AutoPartitionSource(table, rule);
  const std::string type = ToLower(source.type.ToString());
  const json steps = {
      {{"leafExprDesc",
        {{"type", type}, {"reference", {{"name", ToLower(source.name)}, {"type", type}}}}}},
      {{"leafExprDesc", {{"type", "string"}, {"constant", rule.unit}}}},
      {{"functionCall", {{"name", "trunc_time"}, {"type", "string"}}}}};
  return steps.dump();
}

std::string_view FormatName(store::ExternalFormat format) {
  switch (format) {
    case store::ExternalFormat::kDelimited:
      return "TEXTFILE";
    case store::ExternalFormat::kJson:
      return "JSON";
    case store::ExternalFormat::kParquet:
      return "PARQUET";
    case store::ExternalFormat::kOrc:
      return "ORC";
  }
  return "";
}

// What clients read of a table's own clauses: a JSON object that is a text in the other one.
json ReservedJson(const store::Table& table) {
  json reserved = {{"schema_version", std::to_string(table.schema_version)},
                   {"Transactional", table.traits.transactional ? "true" : "false"}};
  if (!table.traits.primary_key.empty()) {
    json names = json::array();
    for (const int64_t id : table.traits.primary_key) names.push_back(ColumnNameOf(table, id));
    reserved["PrimaryKey"] = std::move(names);
  }
  const auto& properties = table.traits.properties;
  for (const std::string key : {"acid.data.retain.hours"}) {
    if (const auto found = properties.find(key); found != properties.end()) {
      reserved[key] = found->second;
    }
  }
  if (const auto external = store::ExternalOf(table)) {
    reserved["StoredAs"] = FormatName(external->format);
  }
  const std::optional<store::Clustering> clustering = store::ClusteringOf(table);
  if (!clustering) return reserved;
  reserved["ClusterType"] = clustering->range ? "range" : "hash";
  reserved["BucketNum"] = clustering->buckets.value_or(0);
  reserved["ClusterCols"] = json::array();
  for (const int64_t id : clustering->by)
    reserved["ClusterCols"].push_back(ColumnNameOf(table, id));
  reserved["SortCols"] = json::array();
  for (const store::SortedColumn& column : clustering->sorted) {
    reserved["SortCols"].push_back(
        {{"col", ColumnNameOf(table, column.id)}, {"order", column.descending ? "desc" : "asc"}});
  }
  return reserved;
}

json PropertiesJson(const store::Table& table) {
  json properties = json::object();
  for (const auto& [key, value] : table.traits.properties) {
    if (!store::IsOwnProperty(key)) properties[key] = value;
  }
  return properties;
}

// "IsArchived": no table of a home is.
void AddExtended(const store::Table& table, const store::Catalog::Size& size, json& facts) {
  facts["IsArchived"] = false;
  facts["PhysicalSize"] = size.bytes;
  facts["FileNum"] = size.files;
  facts["tableProperties"] = PropertiesJson(table).dump();
  facts["Reserved"] = ReservedJson(table).dump();
  if (const auto external = store::ExternalOf(table)) facts["location"] = external->location;
}

json FactsJson(const store::Table& table, const store::Catalog::Size& size) {
  json facts = ColumnsJson(table);
  const std::optional<store::Materialized> kept = store::MaterializedOf(table);
  const bool view = table.kind == store::TableKind::kView;
  const std::string text = view ? table.view_text : kept.has_value() ? kept->query : "";
  facts["comment"] = table.comment;
  facts["owner"] = table.owner;
  facts["createTime"] = table.created_ms / 1000;
  facts["lastDDLTime"] = table.last_ddl_ms / 1000;
  facts["lastModifiedTime"] = table.last_modified_ms / 1000;
  facts["isVirtualView"] = view;
  facts["isExternal"] = store::IsExternal(table);
  facts["isObjectTable"] = false;
  facts["isMaterializedView"] = kept.has_value();
  facts["isMaterializedViewRewriteEnabled"] = kept.has_value() && kept->rewrites;
  facts["viewText"] = text;
  facts["viewExpandedText"] = text;
  facts["size"] = size.bytes;
  facts["recordNum"] = size.rows;
  facts["lifecycle"] = table.lifecycle_days.value_or(kNoLifecycle);
  facts["tableLabel"] = "";
  facts["shardExist"] = false;
  facts["hasRowAccessPolicy"] = false;
  return facts;
}

}  // namespace

std::string_view TableType(const store::Table& table) {
  if (table.kind == store::TableKind::kView) return "VIRTUAL_VIEW";
  if (store::IsExternal(table)) return "EXTERNAL_TABLE";
  return store::IsMaterialized(table) ? "MATERIALIZED_VIEW" : "MANAGED_TABLE";
}

nlohmann::json ColumnsJson(const store::Table& table) {
  json columns = json::array();
  for (const store::Column& column : table.columns) columns.push_back(ColumnJson(column));
  json keys = json::array();
  for (const store::Column& column : table.partition_columns) keys.push_back(ColumnJson(column));
  const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(table);
  if (rule) keys.front()["generateExpression"] = GenerateExpression(table, *rule);
  return {{"columns", std::move(columns)}, {"partitionKeys", std::move(keys)}};
}

Result<std::string> TableXml(const store::Table& table, bool extended, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id));
  json facts = FactsJson(table, size);
  if (extended) AddExtended(table, size, facts);
  const store::Place place = store::PlaceOf(table.project);
  return Nested("Table", Element("Name", table.name) + Element("Project", place.project) +
                             Element("TableId", std::to_string(table.id)) +
                             "<Schema format=\"Json\">" + CData(facts.dump()) + "</Schema>" +
                             Element("Comment", table.comment) + Element("Owner", table.owner) +
                             Element("CreationTime", HttpDate(table.created_ms)) +
                             Element("LastModifiedTime", HttpDate(table.last_modified_ms)) +
                             Element("Type", TableType(table)));
}

}  // namespace paisql::rest
