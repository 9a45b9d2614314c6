// Changes of a table's columns. A column's row holds for the schema versions from since_version up
// to but without until_version (NULL: still), so that the columns of any earlier version can be
// told and no row is ever copied. A change of the name or type ends one row and begins another with
// the same column_id.

#include <algorithm>

#include "base/text.h"
#include "store/catalog/catalog_state.h"
#include "store/files/clock.h"

namespace paisql::store {
namespace {

Error ColumnGone(const Table& table) {
  Error error = TableChanged(table.QualifiedName());
  error.code = ErrorCode::kInvalidColumn;
  return error;
}

const Column* FindColumn(const Table& table, int64_t column_id) {
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const Column& column : *columns) {
      if (column.id == column_id) return &column;
    }
  }
  return nullptr;
}

bool NameTaken(const Table& table, const std::string& name, int64_t except_id) {
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const Column& column : *columns) {
      if (column.id != except_id && EqualsIgnoreCase(column.name, name)) return true;
    }
  }
  return false;
}

Error ColumnExists(const Table& table, const std::string& name) {
  return Error{ErrorCode::kInvalidColumn,
               "table " + table.QualifiedName() + " has a column " + name + " already",
               {},
               ""};
}

}  // namespace

Status Catalog::State::InsertColumn(int64_t table_id, const Column& column, int64_t position,
                                    bool is_partition, int since_version) {
  return db.Run(
      "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
      "type, comment, not_null, default_text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      table_id, column.id, position, is_partition, since_version, column.name,
      column.type.ToString(), column.comment, column.not_null, column.default_text);
}

Status Catalog::State::TouchDdl(int64_t table_id) {
  return db.Run("UPDATE tables SET last_ddl_ms = ?2 WHERE id = ?1", table_id, NowMs());
}

Status Catalog::State::NewSchemaVersion(int64_t table_id) {
  PAISQL_TRY(
      db.Run("UPDATE tables SET schema_version = schema_version + 1 WHERE id = ?1", table_id));
  return TouchDdl(table_id);
}

Status Catalog::AddColumns(int64_t table_id, const std::vector<Column>& columns) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(Table table, state_->RequireTable(table_id));
  PAISQL_ASSIGN(const auto next_id, state_->db.QueryInt("SELECT next_column_id FROM tables "
                                                        "WHERE id = ?1",
                                                        table_id));
  int64_t column_id = next_id.value_or(1);
  if (table.columns.size() + table.partition_columns.size() + columns.size() >
      static_cast<size_t>(kMaxColumns)) {
    return Error{ErrorCode::kInvalidTable,
                 "table " + table.QualifiedName() + " would have more than " +
                     std::to_string(kMaxColumns) + " columns",
                 {},
                 "put several of them into an ARRAY, a MAP or a STRUCT"};
  }
  for (Column column : columns) {
    if (NameTaken(table, column.name, 0)) return ColumnExists(table, column.name);
    column.id = column_id++;
    // Column ids only grow, so the id is also a position behind all others.
    PAISQL_TRY(state_->InsertColumn(table_id, column, column.id, false, table.schema_version + 1));
    table.columns.push_back(std::move(column));
  }
  PAISQL_TRY(
      state_->db.Run("UPDATE tables SET next_column_id = ?2 WHERE id = ?1", table_id, column_id));
  PAISQL_TRY(state_->NewSchemaVersion(table_id));
  return transaction.Commit();
}

Status Catalog::RenameColumn(int64_t table_id, int64_t column_id, const std::string& new_name) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  const Column* column = FindColumn(table, column_id);
  if (column == nullptr) return ColumnGone(table);
  Column changed = *column;
  changed.name = new_name;
  PAISQL_TRY(state_->ReplaceColumn(table, changed));
  return transaction.Commit();
}

Status Catalog::ChangeColumn(int64_t table_id, const Column& changed) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  if (FindColumn(table, changed.id) == nullptr) return ColumnGone(table);
  PAISQL_TRY(state_->ReplaceColumn(table, changed));
  return transaction.Commit();
}

Status Catalog::State::ReplaceColumn(const Table& table, const Column& changed) {
  if (NameTaken(table, changed.name, changed.id)) return ColumnExists(table, changed.name);
  const int version = table.schema_version + 1;
  PAISQL_TRY(
      db.Run("UPDATE columns SET until_version = ?3 WHERE table_id = ?1 "
             "AND column_id = ?2 AND until_version IS NULL",
             table.id, changed.id, version));
  PAISQL_TRY(db.Run(
      "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
      "type, "
      "comment, not_null, default_text) SELECT table_id, column_id, position, is_partition, ?3, "
      "?4, "
      "?5, ?6, not_null, default_text FROM columns WHERE table_id = ?1 AND column_id = ?2 "
      "AND until_version = ?3",
      table.id, changed.id, version, changed.name, changed.type.ToString(), changed.comment));
  return NewSchemaVersion(table.id);
}

Status Catalog::DropColumns(int64_t table_id, const std::vector<int64_t>& column_ids) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  PAISQL_ASSIGN(Statement end,
                state_->db.Prepare("UPDATE columns SET until_version = ?3 "
                                   "WHERE table_id = ?1 AND column_id = ?2 "
                                   "AND is_partition = 0 AND until_version IS NULL"));
  for (const int64_t column_id : column_ids) {
    PAISQL_TRY(end.Bind(table_id, column_id, table.schema_version + 1).Run());
    if (state_->db.Changes() == 0) return ColumnGone(table);
  }
  if (column_ids.size() >= table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn,
                 "table " + table.QualifiedName() + " would have no column left",
                 {},
                 "drop the table instead"};
  }
  PAISQL_TRY(state_->NewSchemaVersion(table_id));
  return transaction.Commit();
}

Status Catalog::SetColumnComment(int64_t table_id, int64_t column_id, const std::string& comment) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  PAISQL_TRY(
      state_->db.Run("UPDATE columns SET comment = ?3 WHERE table_id = ?1 "
                     "AND column_id = ?2 AND until_version IS NULL",
                     table_id, column_id, comment));
  if (state_->db.Changes() == 0) return ColumnGone(table);
  PAISQL_TRY(state_->TouchDdl(table_id));
  return transaction.Commit();
}

Status Catalog::AllowNulls(int64_t table_id, int64_t column_id) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  PAISQL_TRY(
      state_->db.Run("UPDATE columns SET not_null = 0 WHERE table_id = ?1 "
                     "AND column_id = ?2 AND until_version IS NULL",
                     table_id, column_id));
  if (state_->db.Changes() == 0) return ColumnGone(table);
  PAISQL_TRY(state_->TouchDdl(table_id));
  return transaction.Commit();
}

}  // namespace paisql::store
