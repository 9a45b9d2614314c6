#include <algorithm>

#include "base/assert.h"
#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/place.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

constexpr const char* kTableColumns =
    "SELECT t.id, CASE WHEN t.schema = 'default' THEN p.name ELSE p.name || '.' || t.schema END, "
    "t.name, t.kind, "
    "t.comment, t.owner, t.lifecycle_days, t.view_text, "
    "t.schema_version, t.created_ms, t.last_ddl_ms, t.last_modified_ms, t.traits "
    "FROM tables t JOIN projects p ON p.id = t.project_id ";

// The columns of a table as of now.
constexpr const char* kColumnsNow =
    "SELECT table_id, is_partition, column_id, name, type, comment, not_null, default_text, "
    "times_in_64_bits FROM columns ";

Result<Table> ReadTable(const Statement& row, const Home& home) {
  Table table;
  table.id = row.Int(0);
  table.project = row.Text(1);
  table.name = row.Text(2);
  table.kind = row.Text(3) == "view" ? TableKind::kView : TableKind::kTable;
  table.comment = row.Text(4);
  table.owner = row.Text(5);
  if (!row.IsNull(6)) table.lifecycle_days = row.Int(6);
  table.view_text = row.Text(7);
  table.schema_version = static_cast<int>(row.Int(8));
  table.created_ms = row.Int(9);
  table.last_ddl_ms = row.Int(10);
  table.last_modified_ms = row.Int(11);
  PAISQL_ASSIGN(table.traits, TraitsOf(row.Text(12), home));
  return table;
}

// From "…, column_id, name, type, comment, not_null, default_text, times_in_64_bits", the first of
// them at `first`.
Result<Column> ReadColumn(const Statement& row, const Home& home, int first) {
  Column column;
  column.id = row.Int(first);
  column.name = row.Text(first + 1);
  auto type = ParseDataType(row.Text(first + 2), kMaxDecimalPrecision);
  if (!type.ok()) {
    return DamagedCatalog(
        home, "the column " + column.name + " has the type '" + row.Text(first + 2) + "'");
  }
  column.type = *std::move(type);
  column.comment = row.Text(first + 3);
  column.not_null = row.Int(first + 4) != 0;
  column.default_text = row.Text(first + 5);
  column.times_in_64_bits = row.Int(first + 6) != 0;
  return column;
}

Status ReadColumnsNow(Database& db, const Home& home, Table& table) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare(std::string(kColumnsNow) +
                           "WHERE table_id = ?1 AND until_version IS NULL ORDER BY position"));
  list.Bind(table.id);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    PAISQL_ASSIGN(Column column, ReadColumn(list, home, 2));
    (list.Int(1) != 0 ? table.partition_columns : table.columns).push_back(std::move(column));
  }
}

Status CheckColumns(const Table& table) {
  std::vector<std::string> names;
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const Column& column : *columns) names.push_back(ToLower(column.name));
  }
  if (names.size() > static_cast<size_t>(kMaxColumns)) {
    return Error{ErrorCode::kInvalidTable,
                 "table " + table.QualifiedName() + " has " + std::to_string(names.size()) +
                     " columns, " + std::to_string(kMaxColumns) + " are possible",
                 {},
                 "put several of them into an ARRAY, a MAP or a STRUCT"};
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    return Error{ErrorCode::kInvalidColumn, "column " + *twice + " appears twice", {}, ""};
  }
  return Status::Ok();
}

}  // namespace

Error TableExists(const std::string& project, const std::string& name) {
  return Error{
      ErrorCode::kTableExists, "table " + project + "." + name + " already exists", {}, ""};
}

Error Conflict(Error error, const std::string& table_name) {
  error.about = {ErrorSubject::Kind::kConflict, ToLower(table_name)};
  return error;
}

Error TableChanged(const std::string& name) {
  return Conflict(Error{ErrorCode::kInvalidMetaOperation,
                        "table " + name + " was changed or dropped by another statement meanwhile",
                        {},
                        "run the statement again"},
                  name);
}

Error RowsChanged(const std::string& name) {
  return Conflict(
      Error{ErrorCode::kInvalidMetaOperation,
            "the rows of table " + name + " were changed by another statement meanwhile",
            {},
            "run the statement again"},
      name);
}

Result<Table> CatalogState::RequireTable(int64_t table_id) {
  PAISQL_ASSIGN(Statement find, db.Prepare(std::string(kTableColumns) + "WHERE t.id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(table_id).Step());
  if (!found) {
    return Conflict(Error{ErrorCode::kTableNotFound,
                          "the table was dropped by another statement meanwhile",
                          {},
                          "run the statement again"});
  }
  PAISQL_ASSIGN(Table table, ReadTable(find, home));
  PAISQL_TRY(ReadColumnsNow(db, home, table));
  return table;
}

Result<std::vector<Column>> CatalogState::ColumnsAt(int64_t table_id, int schema_version) {
  PAISQL_ASSIGN(Statement list, db.Prepare(std::string(kColumnsNow) +
                                           "WHERE table_id = ?1 AND is_partition = 0 "
                                           "AND since_version <= ?2 "
                                           "AND (until_version IS NULL OR until_version > ?2) "
                                           "ORDER BY position"));
  list.Bind(table_id, schema_version);
  std::vector<Column> columns;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return columns;
    PAISQL_ASSIGN(Column column, ReadColumn(list, home, 2));
    columns.push_back(std::move(column));
  }
}

Result<std::optional<Table>> Catalog::FindTable(const std::string& project,
                                                const std::string& name) {
  // The table and its columns are read at one moment.
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  PAISQL_ASSIGN(Statement find,
                state_->db.Prepare(std::string(kTableColumns) +
                                   "WHERE p.name = ?1 AND t.schema = ?2 AND t.name = ?3"));
  const Place place = PlaceOf(project);
  PAISQL_ASSIGN(const bool found, find.Bind(place.project, place.schema, name).Step());
  std::optional<Table> table;
  if (!found) return table;
  PAISQL_ASSIGN(table, ReadTable(find, state_->home));
  PAISQL_TRY(ReadColumnsNow(state_->db, state_->home, *table));
  return table;
}

Result<std::vector<Table>> Catalog::ListTables(const std::string& project) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kTableColumns) +
                                                   "WHERE p.name = ?1 AND t.schema = ?2 "
                                                   "AND t.name NOT LIKE '%()' ORDER BY t.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<Table> tables;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    PAISQL_ASSIGN(Table table, ReadTable(list, state_->home));
    tables.push_back(std::move(table));
  }
  for (Table& table : tables) {
    PAISQL_TRY(ReadColumnsNow(state_->db, state_->home, table));
  }
  return tables;
}

Result<std::vector<std::string>> Catalog::ListTableNames(const std::string& project) {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare("SELECT t.name FROM tables t JOIN projects p "
                                   "ON p.id = t.project_id WHERE p.name = ?1 AND t.schema = ?2 "
                                   "AND t.name NOT LIKE '%()' ORDER BY t.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<std::string> names;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return names;
    names.push_back(list.Text(0));
  }
}

Result<Table> ChangeWriter::RequireTable(int64_t table_id) {
  if (!IsNewTable(table_id)) return state_.RequireTable(table_id);
  const size_t index = NewTableIndex(table_id);
  PAISQL_ASSERT(index < created_.size(), "a change names a table that is made after it");
  return state_.RequireTable(created_[index]);
}

Result<int64_t> ChangeWriter::InsertTable(const Table& table) {
  PAISQL_TRY(CheckColumns(table));
  PAISQL_ASSIGN(const CatalogState::PlaceRow place, state_.RequirePlace(table.project));
  PAISQL_TRY(CheckNameIsFree(table.project, table.name));
  const int64_t column_count =
      static_cast<int64_t>(table.columns.size() + table.partition_columns.size());
  PAISQL_ASSIGN(
      const int64_t table_id,
      db_.Insert(
          "INSERT INTO tables (project_id, name, kind, comment, owner, lifecycle_days, view_text, "
          "schema_version, next_column_id, created_ms, last_ddl_ms, last_modified_ms, traits, "
          "schema) "
          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?9, ?9, ?9, ?10, ?11) RETURNING id",
          place.project_id, table.name, table.kind == TableKind::kView ? "view" : "table",
          table.comment, table.owner.empty() ? state_.Owner() : table.owner, table.lifecycle_days,
          table.view_text, column_count + 1, now_, TraitsText(table.traits), place.schema));
  made_.push_back(table_id);
  if (table.traits.transactional) PAISQL_TRY(BeginVersions(table_id));
  int64_t column_id = 0;
  for (const bool is_partition : {false, true}) {
    for (Column column : is_partition ? table.partition_columns : table.columns) {
      column.id = ++column_id;
      PAISQL_TRY(InsertColumn(table_id, column, column_id, is_partition, 1));
    }
  }
  return table_id;
}

Status ChangeWriter::operator()(const change::CreateTable& one) {
  PAISQL_ASSIGN(const int64_t table_id, InsertTable(one.table));
  created_.push_back(table_id);
  return Status::Ok();
}

Result<std::vector<Table>> ChangeWriter::Created() {
  std::vector<Table> tables;
  for (const int64_t table_id : created_) {
    Result<Table> table = state_.RequireTable(table_id);
    const bool gone = !table.ok() && table.error().code == ErrorCode::kTableNotFound;
    if (!table.ok() && !gone) return std::move(table).error();
    tables.push_back(gone ? Table() : *std::move(table));
  }
  return tables;
}

Status ChangeWriter::operator()(const change::DropTable& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  // The rows of its files stay until a sweep finds that nobody needs them any more.
  PAISQL_TRY(RemoveFiles(table.id, std::nullopt));
  if (table.kind == TableKind::kTable) {
    const bool keeps = !one.purge && state_.keep_removed_ms > 0;
    PAISQL_TRY(keeps ? KeepDropped(table.id) : (*this)(change::PurgeTable{table.id}));
  } else if (table.name.ends_with("()")) {  // a SQL function
    PAISQL_ASSIGN(const CatalogState::PlaceRow place, state_.RequirePlace(table.project));
    PAISQL_TRY(
        ForgetRightsOnFunction(place.project_id, table.name.substr(0, table.name.size() - 2)));
  }
  return db_.Run("DELETE FROM tables WHERE id = ?1", table.id);
}

Status ChangeWriter::operator()(const change::ReplaceView& one) {
  PAISQL_ASSIGN(const Table old, RequireTable(one.view_id));
  if (old.kind != TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType,
                 old.QualifiedName() + " is a table",
                 {},
                 "choose another name for the view"};
  }
  PAISQL_TRY(db_.Run("DELETE FROM tables WHERE id = ?1", old.id));
  Table view = one.view;
  view.owner = old.owner;
  PAISQL_ASSIGN(const int64_t new_id, InsertTable(view));
  // Permissions on a view stay with its name.
  return db_.Run("UPDATE privileges SET object_id = ?2 WHERE object_id = ?1", old.id, new_id);
}

Status ChangeWriter::operator()(const change::RenameTable& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_TRY(CheckNameIsFree(table.project, one.new_name, table.id));
  PAISQL_TRY(db_.Run("UPDATE tables SET name = ?2 WHERE id = ?1", table.id, one.new_name));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::SetTableComment& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_TRY(db_.Run("UPDATE tables SET comment = ?2 WHERE id = ?1", table.id, one.comment));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::SetProperties& one) {
  PAISQL_ASSIGN(Table table, RequireTable(one.table_id));
  for (const auto& [key, value] : one.properties) {
    if (value.has_value()) {
      table.traits.properties[key] = *value;
    } else {
      table.traits.properties.erase(key);
    }
  }
  marked_.push_back(table.id);
  PAISQL_TRY(
      db_.Run("UPDATE tables SET traits = ?2 WHERE id = ?1", table.id, TraitsText(table.traits)));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::SetLifecycle& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_TRY(db_.Run("UPDATE tables SET lifecycle_days = ?2 WHERE id = ?1", table.id, one.days));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::SetOwner& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_TRY(db_.Run("UPDATE tables SET owner = ?2 WHERE id = ?1", table.id, one.owner));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::TouchTable& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  if (one.partition_id.has_value()) {
    PAISQL_TRY(
        db_.Run("UPDATE partitions SET last_modified_ms = ?3 WHERE table_id = ?1 AND id = ?2",
                table.id, *one.partition_id, now_));
    return db_.Changes() == 0 ? Status(PartitionGone(table)) : Status::Ok();
  }
  return db_.Run("UPDATE tables SET last_modified_ms = ?2 WHERE id = ?1", table.id, now_);
}

}  // namespace paisql::store
