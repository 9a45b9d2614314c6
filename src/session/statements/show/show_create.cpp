#include <fmt/format.h>

#include "base/text.h"
#include "session/statements/answers.h"
#include "store/auto_partition.h"
#include "store/clustering.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/own_properties.h"
#include "store/place.h"
#include "syntax/definition.h"
#include "syntax/literal_text.h"

namespace paisql::session {

namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string ColumnDefinition(const store::Column& column) {
  std::string text = "  " + QuoteName(column.name) + " " + column.type.ToString();
  if (column.not_null) text += " NOT NULL";
  if (!column.default_text.empty()) text += " DEFAULT " + column.default_text;
  if (!column.comment.empty()) text += " COMMENT " + QuoteLiteral(column.comment);
  return text;
}

std::string ColumnList(const std::vector<store::Column>& columns, const std::string& key = "") {
  std::string text = "(\n";
  for (size_t i = 0; i < columns.size(); ++i) {
    text += ColumnDefinition(columns[i]) + (i + 1 < columns.size() ? ",\n" : "");
  }
  return text + key + "\n)";
}

// ",\n  PRIMARY KEY (`a`, `b`)", "" for a table without.
std::string KeyText(const store::Table& table) {
  std::string names;
  for (const std::string& name : KeyNames(table)) {
    names += (names.empty() ? "" : ", ") + QuoteName(name);
  }
  return names.empty() ? "" : ",\n  PRIMARY KEY (" + names + ")";
}

std::string PropertiesText(const store::TableTraits& traits) {
  std::string text;
  const auto add = [&](const std::string& key, const std::string& value) {
    text += (text.empty() ? "" : ", ") + QuoteLiteral(key) + "=" + QuoteLiteral(value);
  };
  if (traits.transactional) add("transactional", "true");
  for (const auto& [key, value] : traits.properties) {
    if (!store::IsOwnProperty(key)) add(key, value);
  }
  return text.empty() ? "" : "\nTBLPROPERTIES (" + text + ")";
}

std::string NameOf(const store::Table& table, int64_t column_id) {
  for (const store::Column& column : table.columns) {
    if (column.id == column_id) return column.name;
  }
  return "";
}

std::string ClusteringText(const store::Table& table) {
  const std::optional<store::Clustering> clustering = store::ClusteringOf(table);
  if (!clustering) return "";
  std::vector<std::string> by;
  for (const int64_t id : clustering->by) by.push_back(QuoteName(NameOf(table, id)));
  std::string text =
      std::string(clustering->range ? "\nRANGE " : "\n") + "CLUSTERED BY (" + Join(by, ", ") + ")";
  std::vector<std::string> sorted;
  for (const store::SortedColumn& column : clustering->sorted) {
    sorted.push_back(QuoteName(NameOf(table, column.id)) + (column.descending ? " DESC" : " ASC"));
  }
  if (!sorted.empty()) text += " SORTED BY (" + Join(sorted, ", ") + ")";
  if (clustering->buckets) text += fmt::format(" INTO {} BUCKETS", *clustering->buckets);
  return text;
}

std::string CreateView(const store::Table& view) {
  if (view.name.ends_with("()")) {
    return "CREATE SQL FUNCTION IF NOT EXISTS " +
           QuoteName(view.name.substr(0, view.name.size() - 2)) + " " + view.view_text + ";\n";
  }
  if (syntax::IsDefinition(view.view_text)) {
    return "CREATE VIEW IF NOT EXISTS " + QuoteName(view.name) + " " + view.view_text + ";\n";
  }
  std::string text = "CREATE VIEW IF NOT EXISTS " + QuoteName(view.name) + " (";
  for (size_t i = 0; i < view.columns.size(); ++i) {
    if (i > 0) text += ", ";
    text += QuoteName(view.columns[i].name);
    if (!view.columns[i].comment.empty()) {
      text += " COMMENT " + QuoteLiteral(view.columns[i].comment);
    }
  }
  text += ")";
  if (!view.comment.empty()) text += " COMMENT " + QuoteLiteral(view.comment);
  return text + " AS\n" + view.view_text + ";\n";
}

std::string CreateMaterialized(const store::Table& table, const store::Materialized& view) {
  std::string text = "CREATE MATERIALIZED VIEW IF NOT EXISTS " + QuoteName(table.name);
  if (table.lifecycle_days) text += "\nLIFECYCLE " + std::to_string(*table.lifecycle_days);
  std::vector<std::string> columns;
  for (const std::string& name : view.columns) {
    std::string column = "  " + QuoteName(name);
    for (const auto* some : {&table.columns, &table.partition_columns}) {
      for (const store::Column& one : *some) {
        if (one.name != name || one.comment.empty()) continue;
        column += " COMMENT " + QuoteLiteral(one.comment);
      }
    }
    columns.push_back(std::move(column));
  }
  text += " (\n" + Join(columns, ",\n") + "\n)";
  if (!view.rewrites) text += "\nDISABLE REWRITE";
  if (!table.comment.empty()) text += "\nCOMMENT " + QuoteLiteral(table.comment);
  std::vector<std::string> partitions;
  for (const store::Column& column : table.partition_columns) {
    partitions.push_back(QuoteName(column.name));
  }
  if (!partitions.empty()) text += "\nPARTITIONED BY (" + Join(partitions, ", ") + ")";
  text += ClusteringText(table);
  if (view.substitutes) text += "\nTBLPROPERTIES ('enable_auto_substitute'='true')";
  return text + "\nAS\n" + view.query + ";\n";
}

}  // namespace

std::vector<std::string> KeyNames(const store::Table& table) {
  std::vector<std::string> names;
  for (const int64_t id : table.traits.primary_key) {
    for (const store::Column& column : table.columns) {
      if (column.id == id) names.push_back(column.name);
    }
  }
  return names;
}

std::string CreateStatement(const store::Table& table) {
  if (table.kind == store::TableKind::kView) return CreateView(table);
  if (const std::optional<store::Materialized> view = store::MaterializedOf(table)) {
    return CreateMaterialized(table, *view);
  }
  const std::optional<store::ExternalSource> external = store::ExternalOf(table);
  std::string text =
      (external                                 ? "CREATE EXTERNAL TABLE IF NOT EXISTS "
       : store::IsTemporaryPlace(table.project) ? "CREATE TEMPORARY TABLE IF NOT EXISTS "
                                                : "CREATE TABLE IF NOT EXISTS ") +
      QuoteName(table.name) + " " + ColumnList(table.columns, KeyText(table));
  if (!table.comment.empty()) text += "\nCOMMENT " + QuoteLiteral(table.comment);
  if (const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(table)) {
    text += "\nAUTO PARTITIONED BY (" + store::AutoPartitionText(table, *rule) + " AS " +
            QuoteName(table.partition_columns.front().name) + ")";
  } else if (table.partitioned()) {
    text += "\nPARTITIONED BY " + ColumnList(table.partition_columns);
  }
  text += ClusteringText(table);
  if (external) {
    text += "\n" + external->clauses + "\nLOCATION " + QuoteLiteral(external->location);
  } else {
    text += PropertiesText(table.traits);
  }
  if (table.lifecycle_days) text += "\nLIFECYCLE " + std::to_string(*table.lifecycle_days);
  return text + ";\n";
}

}  // namespace paisql::session
