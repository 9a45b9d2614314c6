// Changes of a table's columns. A column's row holds for the schema versions from since_version up
// to but without until_version (NULL: still), so that the columns of any earlier version can be
// told and no row is ever copied. A change of the name or type ends one row and begins another with
// the same column_id.

#include <algorithm>

#include "base/text.h"
#include "store/catalog/commit/change_writer.h"

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

Status ChangeWriter::InsertColumn(int64_t table_id, const Column& column, int64_t position,
                                  bool is_partition, int since_version) {
  return db_.Run(
      "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
      "type, comment, not_null, default_text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      table_id, column.id, position, is_partition, since_version, column.name,
      column.type.ToString(), column.comment, column.not_null, column.default_text);
}

Status ChangeWriter::TouchDdl(int64_t table_id) {
  return db_.Run("UPDATE tables SET last_ddl_ms = ?2 WHERE id = ?1", table_id, now_);
}

Status ChangeWriter::NewSchemaVersion(int64_t table_id) {
  PAISQL_TRY(
      db_.Run("UPDATE tables SET schema_version = schema_version + 1 WHERE id = ?1", table_id));
  return TouchDdl(table_id);
}

Status ChangeWriter::operator()(const change::AddColumns& one) {
  PAISQL_ASSIGN(Table table, RequireTable(one.table_id));
  PAISQL_ASSIGN(const auto next_id,
                db_.QueryInt("SELECT next_column_id FROM tables WHERE id = ?1", table.id));
  int64_t column_id = next_id.value_or(1);
  if (table.columns.size() + table.partition_columns.size() + one.columns.size() >
      static_cast<size_t>(kMaxColumns)) {
    return Error{ErrorCode::kInvalidTable,
                 "table " + table.QualifiedName() + " would have more than " +
                     std::to_string(kMaxColumns) + " columns",
                 {},
                 "put several of them into an ARRAY, a MAP or a STRUCT"};
  }
  for (Column column : one.columns) {
    if (NameTaken(table, column.name, 0)) return ColumnExists(table, column.name);
    column.id = column_id++;
    // Column ids only grow, so the id is also a position after all others.
    PAISQL_TRY(InsertColumn(table.id, column, column.id, false, table.schema_version + 1));
    table.columns.push_back(std::move(column));
  }
  PAISQL_TRY(db_.Run("UPDATE tables SET next_column_id = ?2 WHERE id = ?1", table.id, column_id));
  return NewSchemaVersion(table.id);
}

// Ends the column's row and begins another of the same id.
Status ChangeWriter::operator()(const change::ChangeColumn& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  const Column* column = FindColumn(table, one.column_id);
  if (column == nullptr) return ColumnGone(table);
  PAISQL_TRY(db_.Run(
      "UPDATE columns SET comment = ?3, not_null = ?4, default_text = ?5 "
      "WHERE table_id = ?1 AND column_id = ?2 AND until_version IS NULL",
      table.id, column->id, one.comment.value_or(column->comment),
      one.not_null.value_or(column->not_null), one.default_text.value_or(column->default_text)));
  if (!one.name.has_value() && !one.type.has_value()) {
    // A row with a NULL may have been written by now under this version.
    return one.not_null.value_or(false) ? NewSchemaVersion(table.id) : TouchDdl(table.id);
  }
  const std::string& name = one.name.has_value() ? *one.name : column->name;
  const DataType& type = one.type.has_value() ? *one.type : column->type;
  if (NameTaken(table, name, column->id)) return ColumnExists(table, name);
  const int version = table.schema_version + 1;
  PAISQL_TRY(
      db_.Run("UPDATE columns SET until_version = ?3 WHERE table_id = ?1 "
              "AND column_id = ?2 AND until_version IS NULL",
              table.id, column->id, version));
  PAISQL_TRY(db_.Run(
      "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
      "type, comment, not_null, default_text) SELECT table_id, column_id, position, is_partition, "
      "?3, ?4, ?5, comment, not_null, default_text FROM columns WHERE table_id = ?1 "
      "AND column_id = ?2 AND until_version = ?3",
      table.id, column->id, version, name, type.ToString()));
  return NewSchemaVersion(table.id);
}

Status ChangeWriter::MoveColumn(const Table& table, int64_t column_id, int64_t position) {
  const int version = table.schema_version + 1;
  PAISQL_TRY(
      db_.Run("UPDATE columns SET until_version = ?3 WHERE table_id = ?1 AND column_id = ?2 "
              "AND until_version IS NULL",
              table.id, column_id, version));
  return db_.Run(
      "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
      "type, comment, not_null, default_text, times_in_64_bits) SELECT table_id, column_id, ?4, "
      "is_partition, ?3, name, type, comment, not_null, default_text, 0 FROM columns "
      "WHERE table_id = ?1 AND column_id = ?2 AND until_version = ?3",
      table.id, column_id, version, position);
}

// The columns in their new order get the positions that they have together.
Status ChangeWriter::operator()(const change::PlaceColumn& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  const auto at = [&](const std::vector<Column>& columns, const std::string& name) {
    return std::find_if(columns.begin(), columns.end(),
                        [&](const Column& column) { return EqualsIgnoreCase(column.name, name); });
  };
  std::vector<Column> order = table.columns;
  const auto from = at(order, one.column);
  if (from == order.end()) return ColumnGone(table);
  Column moved = std::move(*from);
  order.erase(from);
  auto to = order.begin();
  if (!one.after.empty()) {
    const auto before = at(order, one.after);
    if (before == order.end()) return ColumnGone(table);
    to = std::next(order.begin(), before - order.cbegin() + 1);
  }
  order.insert(to, moved);
  std::vector<int64_t> positions;
  PAISQL_ASSIGN(Statement list,
                db_.Prepare("SELECT position FROM columns WHERE table_id = ?1 AND is_partition = 0 "
                            "AND until_version IS NULL ORDER BY position"));
  list.Bind(table.id);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    positions.push_back(list.Int(0));
  }
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i].id == table.columns[i].id) continue;
    PAISQL_TRY(MoveColumn(table, order[i].id, positions.at(i)));
  }
  return NewSchemaVersion(table.id);
}

Status ChangeWriter::operator()(const change::DropColumns& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_ASSIGN(Statement end, db_.Prepare("UPDATE columns SET until_version = ?3 "
                                           "WHERE table_id = ?1 AND column_id = ?2 "
                                           "AND is_partition = 0 AND until_version IS NULL"));
  for (const int64_t column_id : one.column_ids) {
    PAISQL_TRY(end.Bind(table.id, column_id, table.schema_version + 1).Run());
    if (db_.Changes() == 0) return ColumnGone(table);
  }
  if (one.column_ids.size() >= table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn,
                 "table " + table.QualifiedName() + " would have no column left",
                 {},
                 "drop the table instead"};
  }
  return NewSchemaVersion(table.id);
}

}  // namespace paisql::store
