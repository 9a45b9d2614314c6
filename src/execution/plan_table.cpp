#include "execution/plan_table.h"

namespace paisql::execution {
namespace {

std::vector<store::Column> StoredColumns(const std::vector<plan::TableColumn>& columns) {
  std::vector<store::Column> stored;
  stored.reserve(columns.size());
  for (const plan::TableColumn& column : columns) {
    store::Column& entry = stored.emplace_back();
    entry.id = column.id;
    entry.name = column.name;
    entry.type = column.type;
  }
  return stored;
}

}  // namespace

store::Table StoredTable(const plan::TableSchema& table) {
  store::Table stored;
  stored.id = table.id;
  stored.project = table.project;
  stored.name = table.name;
  stored.schema_version = table.version;
  stored.columns = StoredColumns(table.columns);
  stored.partition_columns = StoredColumns(table.partition_columns);
  return stored;
}

}  // namespace paisql::execution
