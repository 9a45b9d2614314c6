#include "store/catalog/catalog_copy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "store/catalog/migrations.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

struct CopiedColumn {
  std::string name;
  std::string type;  // as SQLite has it
};

struct CopiedTable {
  std::string name;
  std::string sql;
  std::vector<CopiedColumn> columns;
  std::string counting;  // the column whose values the database counts up; "" for none

  std::string Columns() const {
    std::vector<std::string> names;
    for (const CopiedColumn& column : columns) names.push_back(column.name);
    return Join(names, ", ");
  }
};

constexpr size_t kCopyBytes = size_t{8} << 20;
constexpr const char* kFetch = "FETCH 5000 FROM copied_rows";

Status AddColumns(Database& empty, CopiedTable& table) {
  PAISQL_ASSIGN(Statement list,
                empty.Prepare("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid"));
  list.Bind(table.name);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    table.columns.push_back({list.Text(0), list.Text(1)});
    if (list.Int(2) == 1 && list.Text(1) == "INTEGER" &&
        table.sql.find("PRIMARY KEY (") == std::string::npos) {
      table.counting = list.Text(0);
    }
  }
}

// The tables in an order in which a table follows all tables that it refers to.
Status SortByReferences(std::vector<CopiedTable>& tables) {
  std::vector<CopiedTable> sorted;
  while (!tables.empty()) {
    const auto refers = [&](const CopiedTable& one, const CopiedTable& other) {
      return one.name != other.name &&
             (one.sql.find("REFERENCES " + other.name + " (") != std::string::npos ||
              one.sql.find("REFERENCES \"" + other.name + "\" (") != std::string::npos);
    };
    const auto next = std::ranges::find_if(tables, [&](const CopiedTable& one) {
      return std::ranges::none_of(tables, [&](const auto& other) { return refers(one, other); });
    });
    if (next == tables.end()) {
      return Error{ErrorCode::kDamaged, "tables of the catalog refer to each other", {}, ""};
    }
    sorted.push_back(std::move(*next));
    tables.erase(next);
  }
  tables = std::move(sorted);
  return Status::Ok();
}

Result<Database> EmptyCatalog() {
  PAISQL_ASSIGN(Database empty, OpenSqlite("", SqliteAccess::kMemory, 0));
  PAISQL_TRY(Migrate(empty, 0));
  return empty;
}

// Those of an empty catalog: a file's own texts may be of anybody's making, and are never run.
Result<std::vector<CopiedTable>> TablesOf(Database& empty) {
  std::vector<CopiedTable> tables;
  PAISQL_ASSIGN(Statement list,
                empty.Prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' "
                              "AND name NOT LIKE 'sqlite%' ORDER BY name"));
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    tables.push_back({list.Text(0), list.Text(1), {}, ""});
  }
  for (CopiedTable& table : tables) PAISQL_TRY(AddColumns(empty, table));
  PAISQL_TRY(SortByReferences(tables));
  return tables;
}

Status MakeTables(Database& empty, const std::vector<CopiedTable>& tables, Database& server) {
  for (const CopiedTable& table : tables) PAISQL_TRY(ChangePostgresSchema(server, table.sql));
  PAISQL_ASSIGN(Statement list, empty.Prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' "
                                              "AND sql IS NOT NULL ORDER BY name"));
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    PAISQL_TRY(ChangePostgresSchema(server, list.Text(0)));
  }
}

// The value as a line of COPY has it.
void AppendValue(const Statement& row, int column, const std::string& type, std::string& line) {
  if (row.IsNull(column)) {
    line += "\\N";
  } else if (type == "INTEGER") {
    line += std::to_string(row.Int(column));
  } else if (type == "BLOB") {
    constexpr std::string_view kDigits = "0123456789abcdef";
    line += "\\\\x";
    for (const char byte : row.Bytes(column)) {
      line += kDigits[static_cast<unsigned char>(byte) >> 4];
      line += kDigits[static_cast<unsigned char>(byte) & 15];
    }
  } else if (type == "TEXT" || row.IsText(column)) {
    for (const char byte : row.Text(column)) {
      switch (byte) {
        case '\\':
          line += "\\\\";
          break;
        case '\t':
          line += "\\t";
          break;
        case '\n':
          line += "\\n";
          break;
        case '\r':
          line += "\\r";
          break;
        default:
          line += byte;
      }
    }
  } else {
    std::array<char, 32> digits{};
    line.append(
        digits.data(),
        std::to_chars(digits.data(), digits.data() + digits.size(), row.Double(column)).ptr);
  }
}

Status CopyRowsToServer(Database& file, const CopiedTable& table, Database& server) {
  PAISQL_ASSIGN(Statement rows, file.Prepare("SELECT " + table.Columns() + " FROM " + table.name));
  const std::string target = table.name + " (" + table.Columns() + ")";
  std::string lines;
  while (true) {
    PAISQL_ASSIGN(const bool found, rows.Step());
    if (!lines.empty() && (!found || lines.size() > kCopyBytes)) {
      PAISQL_TRY(CopyIntoPostgres(server, target, lines));
      lines.clear();
    }
    if (!found) return Status::Ok();
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (i > 0) lines += '\t';
      AppendValue(rows, static_cast<int>(i), table.columns[i].type, lines);
    }
    lines += '\n';
  }
}

// Ids that were given once are never given again, also when their rows are gone.
Status CopyNextIdToServer(Database& file, const CopiedTable& table, Database& server) {
  if (table.counting.empty()) return Status::Ok();
  PAISQL_ASSIGN(const auto counted,
                file.QueryInt("SELECT seq FROM sqlite_sequence WHERE name = ?1", table.name));
  PAISQL_ASSIGN(const auto last,
                file.QueryInt("SELECT MAX(" + table.counting + ") FROM " + table.name));
  const int64_t newest = std::max(counted.value_or(0), last.value_or(0));
  if (newest < 1) return Status::Ok();
  PAISQL_TRY(server.QueryInt("SELECT setval(pg_get_serial_sequence(?1, ?2), ?3)", table.name,
                             table.counting, newest));
  return Status::Ok();
}

Status CopyNextIdFromServer(Database& server, const CopiedTable& table, Database& file) {
  if (table.sql.find("AUTOINCREMENT") == std::string::npos) return Status::Ok();
  PAISQL_ASSIGN(const auto newest,
                server.QueryInt("SELECT pg_sequence_last_value(pg_get_serial_sequence(?1, ?2)"
                                "::regclass)",
                                table.name, table.counting));
  PAISQL_TRY(file.Run("DELETE FROM sqlite_sequence WHERE name = ?1", table.name));
  return file.Run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", table.name,
                  newest.value_or(0));
}

void CopyValue(const Statement& row, int column, const std::string& type, Statement& target) {
  const int index = column + 1;
  if (row.IsNull(column)) {
    target.Set(index, std::optional<int64_t>());
  } else if (type == "INTEGER") {
    target.Set(index, row.Int(column));
  } else if (type == "TEXT") {
    target.Set(index, row.Text(column));
  } else if (type == "BLOB") {
    target.Set(index, Blob{row.Bytes(column)});
  } else if (std::isnan(row.Double(column))) {
    target.Set(index, "nan");
  } else {
    target.Set(index, std::optional<double>(row.Double(column)));
  }
}

Status CopyRowsFromServer(Database& server, const CopiedTable& table, Database& file) {
  PAISQL_TRY(file.Run("DELETE FROM " + table.name));
  PAISQL_TRY(server.Script("DECLARE copied_rows NO SCROLL CURSOR FOR SELECT " + table.Columns() +
                           " FROM " + table.name));
  std::vector<std::string> marks;
  for (size_t i = 1; i <= table.columns.size(); ++i) marks.push_back("?" + std::to_string(i));
  PAISQL_ASSIGN(Statement insert,
                file.Prepare("INSERT INTO " + table.name + " (" + table.Columns() + ") VALUES (" +
                             Join(marks, ", ") + ")"));
  for (bool more = true; more;) {
    more = false;
    PAISQL_ASSIGN(Statement rows, server.Prepare(kFetch));
    while (true) {
      PAISQL_ASSIGN(const bool found, rows.Step());
      if (!found) break;
      more = true;
      insert.Bind();
      for (size_t i = 0; i < table.columns.size(); ++i) {
        CopyValue(rows, static_cast<int>(i), table.columns[i].type, insert);
      }
      PAISQL_TRY(insert.Run());
    }
  }
  return server.Script("CLOSE copied_rows");
}

}  // namespace

Status CopyCatalogToServer(Database& file, Database& server) {
  PAISQL_ASSIGN(Database empty, EmptyCatalog());
  PAISQL_ASSIGN(const std::vector<CopiedTable> tables, TablesOf(empty));
  PAISQL_TRY(MakeTables(empty, tables, server));
  for (const CopiedTable& table : tables) {
    PAISQL_TRY(CopyRowsToServer(file, table, server));
    PAISQL_TRY(CopyNextIdToServer(file, table, server));
  }
  return Status::Ok();
}

Status CopyCatalogFromServer(Database& server, Database& file) {
  PAISQL_TRY(Migrate(file, 0));
  PAISQL_TRY(file.Script("PRAGMA foreign_keys = OFF"));
  PAISQL_ASSIGN(Transaction transaction, file.BeginWrite());
  PAISQL_ASSIGN(const std::vector<CopiedTable> tables, TablesOf(file));
  for (const CopiedTable& table : tables) {
    PAISQL_TRY(CopyRowsFromServer(server, table, file));
    PAISQL_TRY(CopyNextIdFromServer(server, table, file));
  }
  return transaction.Commit();
}

Status CompareCatalogs(Database& file, Database& server) {
  PAISQL_ASSIGN(Database empty, EmptyCatalog());
  PAISQL_ASSIGN(const std::vector<CopiedTable> tables, TablesOf(empty));
  for (const CopiedTable& table : tables) {
    const std::string count = "SELECT COUNT(*) FROM " + table.name;
    PAISQL_ASSIGN(const auto here, file.QueryInt(count));
    PAISQL_ASSIGN(const auto there, server.QueryInt(count));
    if (here == there) continue;
    return Error{ErrorCode::kDamaged,
                 "the copy of the catalog has another number of " + table.name + ": " +
                     std::to_string(there.value_or(0)) + " rows, not " +
                     std::to_string(here.value_or(0)),
                 {},
                 "the catalog stays where it was; run the command again"};
  }
  return Status::Ok();
}

}  // namespace paisql::store
