// Materialized views in FROM.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "store/materialized.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::analysis {
namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string ValueText(const store::Column& column, const std::string& value) {
  return fmt::format("CAST({} AS {})", QuoteLiteral(value), column.type.ToString());
}

// The rows of the table, and those of its query whose partitions the table has not.
std::string TextWithSubstitutes(const store::Table& table,
                                const std::vector<store::Partition>& partitions) {
  const std::string columns =
      ColumnNames(table.columns) + ", " + ColumnNames(table.partition_columns);
  std::string text = fmt::format("SELECT {} FROM {}.{} UNION ALL SELECT {} FROM {}.{}", columns,
                                 QuoteName(table.project), QuoteName(table.name), columns,
                                 QuoteName(table.project), QuoteName(NameOfQuery(table)));
  std::vector<std::vector<std::string>> held;
  for (const store::Partition& partition : partitions) held.push_back(partition.values);
  if (!held.empty()) text += " WHERE NOT (" + PartitionsCondition(table, held) + ")";
  return text;
}

}  // namespace

std::string NameOfQuery(const store::Table& table) { return table.name + " AS"; }

store::Table QueryOfMaterialized(const store::Table& table) {
  const store::Materialized view = *store::MaterializedOf(table);
  store::Table query;
  query.project = table.project;
  query.name = table.name;
  query.kind = store::TableKind::kView;
  query.view_text = view.query;
  names::CopyReading(table, query);
  for (const std::string& name : view.columns) {
    store::Column& column = query.columns.emplace_back();
    column.id = static_cast<int64_t>(query.columns.size());
    column.name = name;
  }
  return query;
}

std::string ColumnNames(const std::vector<store::Column>& columns) {
  std::vector<std::string> names;
  for (const store::Column& column : columns) names.push_back(QuoteName(column.name));
  return Join(names, ", ");
}

std::string PartitionsCondition(const store::Table& table,
                                const std::vector<std::vector<std::string>>& partitions) {
  std::vector<std::string> terms;
  if (table.partition_columns.size() == 1) {
    const store::Column& column = table.partition_columns.front();
    for (const auto& values : partitions) terms.push_back(ValueText(column, values.front()));
    return QuoteName(column.name) + " IN (" + Join(terms, ", ") + ")";
  }
  for (const auto& values : partitions) {
    std::vector<std::string> levels;
    for (size_t i = 0; i < values.size(); ++i) {
      const store::Column& column = table.partition_columns[i];
      levels.push_back(QuoteName(column.name) + " = " + ValueText(column, values[i]));
    }
    terms.push_back("(" + Join(levels, " AND ") + ")");
  }
  return Join(terms, " OR ");
}

Result<plan::RelationPtr> MaterializedRelation(State& state, const store::Table& table,
                                               const SourceRange& range) {
  const std::optional<store::Materialized> view = store::MaterializedOf(table);
  const bool as_stored =
      !view || !view->substitutes || !table.partitioned() || state.stored_reads.contains(table.id);
  if (as_stored) return ScanOf(state, table, range);
  PAISQL_ASSIGN_AT(range, const std::vector<store::Partition> partitions,
                   state.names.catalog().ListPartitions(table.id));
  store::Table both = table;
  both.name = NameOfQuery(table);
  both.kind = store::TableKind::kView;
  both.view_text = TextWithSubstitutes(table, partitions);
  both.traits.properties.clear();
  both.columns.insert(both.columns.end(), table.partition_columns.begin(),
                      table.partition_columns.end());
  const auto key = [&](const std::string& name) {
    return TableKey("", table.project, false, table.project + "." + name);
  };
  state.tables.insert_or_assign(key(both.name), QueryOfMaterialized(table));
  state.tables.insert_or_assign(key(table.name), table);
  state.stored_reads.insert(table.id);
  Result<plan::RelationPtr> rows = ViewRelation(state, both, range);
  state.stored_reads.erase(table.id);
  // For lineage both are tables.
  state.context.views.erase(table.QualifiedName());
  state.context.views.erase(both.QualifiedName());
  return rows;
}

}  // namespace paisql::analysis
