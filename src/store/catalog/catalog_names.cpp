#include "store/catalog_names.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "store/catalog.h"
#include "store/catalog/catalog_database.h"
#include "store/catalog/server_catalog.h"
#include "store/files/files.h"
#include "store/files/partition_key.h"
#include "store/home/home_settings.h"
#include "store/place.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

// So many partitions are looked through where a level in front has no value.
constexpr int kMaxKeys = 2'000;
// The same of columns where the table is not known.
constexpr int kMaxColumnRows = 10'000;
constexpr size_t kMaxTablesOfColumn = 3;

// Sorts after every text that begins with the prefix.
std::string AfterAll(std::string_view prefix) { return std::string(prefix) + "\xF4\x8F\xBF\xBF"; }

std::string_view NameOf(const std::string& row) { return row; }
template <typename Row>
std::string_view NameOf(const Row& row) {
  return row.name;
}

// The rows of a question that has the order as its last word: the first ones, then the last unless
// it is among them.
template <typename Row, typename Ask, typename Read>
Result<std::vector<Row>> FirstAndLast(const Ask& ask, const Read& read, int limit) {
  std::vector<Row> rows;
  PAISQL_ASSIGN(Statement list, ask("ASC", limit));
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    rows.push_back(read(list));
  }
  if (rows.size() < static_cast<size_t>(limit)) return rows;
  PAISQL_ASSIGN(Statement last, ask("DESC", 1));
  PAISQL_ASSIGN(const bool found, last.Step());
  if (!found) return rows;
  Row row = read(last);
  const bool known = !rows.empty() && EqualsIgnoreCase(NameOf(row), NameOf(rows.back()));
  if (!known) rows.push_back(std::move(row));
  return rows;
}

// The question for names of a project, "name, running FROM services" of a table that has names and
// projects, as FirstAndLast asks it. What it is made of outlives it.
auto AskForNames(Database& database, const std::string& selected, const std::string& project,
                 std::string_view prefix) {
  return [&database, selected, project = ProjectOfPlace(project), prefix](
             const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(Statement list,
                  database.Prepare("SELECT " + selected +
                                   " WHERE project_id = (SELECT id FROM projects WHERE name = ?1) "
                                   "AND name >= ?2 AND name < ?3 ORDER BY name " +
                                   order + " LIMIT ?4"));
    list.Bind(project, prefix, AfterAll(prefix), count);
    return list;
  };
}

Result<Database> OpenForNames(const Home& home, const std::function<bool()>& ended,
                              int64_t& version) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  if (!settings.catalog.empty()) {
    PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home, ended));
    server.EndStatementsWhen(ended);
    PAISQL_ASSIGN(version, ReadServerVersion(server, home));
    return server;
  }
  const std::string path = home.CatalogPath();
  PAISQL_ASSIGN(Database database, OpenSqlite(path, SqliteAccess::kReadOnly, 0));
  Result<std::optional<int64_t>> read = database.QueryInt("PRAGMA user_version");
  // Where no lock files can be made nobody is writing either, unless there is a log.
  if (!read.ok() && !FileExists(path + "-wal")) {
    PAISQL_ASSIGN(database, OpenSqlite(path, SqliteAccess::kImmutable, 0));
    read = database.QueryInt("PRAGMA user_version");
  }
  if (!read.ok()) return std::move(read).error();
  version = read->value_or(0);
  return database;
}

}  // namespace

CatalogNames::CatalogNames() = default;
CatalogNames::~CatalogNames() = default;

Result<std::unique_ptr<CatalogNames>> CatalogNames::Open(const Home& home, int patience_ms) {
  int64_t version = 0;
  const auto ended = [end = std::chrono::steady_clock::now() +
                            std::chrono::milliseconds(patience_ms)] {
    return std::chrono::steady_clock::now() > end;
  };
  PAISQL_ASSIGN(Database database, OpenForNames(home, ended, version));
  if (version != kSchemaVersion) {
    return Error{ErrorCode::kEnvironment, "the catalog has another version", {}, ""};
  }
  std::unique_ptr<CatalogNames> names(new CatalogNames());
  names->database_ = std::make_unique<Database>(std::move(database));
  names->database_->EndStatementsWhen(ended);
  return names;
}

Result<std::vector<std::string>> CatalogNames::Projects(std::string_view prefix, int limit) {
  const auto ask = [&](const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(Statement list,
                  database_->Prepare("SELECT name FROM projects WHERE name >= ?1 AND name < ?2 "
                                     "ORDER BY name " +
                                     order + " LIMIT ?3"));
    list.Bind(prefix, AfterAll(prefix), count);
    return list;
  };
  return FirstAndLast<std::string>(
      ask, [](const Statement& row) { return row.Text(0); }, limit);
}

Result<std::vector<std::string>> CatalogNames::Schemas(const std::string& project,
                                                       std::string_view prefix, int limit) {
  const auto ask = AskForNames(
      *database_, "name FROM (SELECT * FROM schemas WHERE name NOT LIKE 'temporary-%') AS named",
      project, prefix);
  return FirstAndLast<std::string>(
      ask, [](const Statement& row) { return row.Text(0); }, limit);
}

Result<std::vector<CatalogNames::TableFacts>> CatalogNames::AllTables(const std::string& project) {
  PAISQL_ASSIGN(
      Statement list,
      database_->Prepare(
          "SELECT t.name, t.kind, t.comment, t.last_modified_ms, "
          "EXISTS (SELECT 1 FROM columns c WHERE c.table_id = t.id AND c.is_partition = 1), "
          "(SELECT COUNT(*) FROM partitions q WHERE q.table_id = t.id), "
          "COALESCE(SUM(f.rows), 0), COALESCE(SUM(f.bytes), 0) "
          "FROM projects p JOIN tables t ON t.project_id = p.id "
          "LEFT JOIN data_files f ON f.table_id = t.id AND f.removed_at IS NULL "
          "WHERE p.name = ?1 AND t.schema = ?2 AND t.name NOT LIKE '%()' "
          "GROUP BY t.id ORDER BY t.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<TableFacts> tables;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return tables;
    tables.push_back({list.Text(0), list.Text(1) == "view", list.Int(4) != 0, list.Text(2),
                      list.Int(3), list.Int(5), list.Int(6), list.Int(7)});
  }
}

Result<std::vector<CatalogNames::Named>> CatalogNames::WithLifecycle() {
  PAISQL_ASSIGN(Statement list,
                database_->Prepare("SELECT p.name, t.name FROM projects p JOIN tables t "
                                   "ON t.project_id = p.id WHERE t.kind = 'table' "
                                   "AND t.lifecycle_days IS NOT NULL ORDER BY p.name, t.name"));
  std::vector<Named> tables;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return tables;
    tables.push_back({list.Text(0), list.Text(1)});
  }
}

Result<std::vector<CatalogNames::TableName>> CatalogNames::Tables(const std::string& project,
                                                                  std::string_view prefix,
                                                                  std::optional<TableKind> kind,
                                                                  int limit) {
  const char* wanted = !kind.has_value() ? "" : *kind == TableKind::kView ? "view" : "table";
  const auto ask = [&](const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(
        Statement list,
        database_->Prepare(
            "SELECT t.name, t.kind, t.comment, EXISTS (SELECT 1 FROM partitions p WHERE "
            "p.table_id = t.id) FROM tables t "
            "WHERE t.project_id = (SELECT id FROM projects WHERE name = ?1) "
            "AND t.schema = ?6 AND t.name >= ?2 AND t.name < ?3 AND (?4 = '' OR t.kind = ?4) "
            "AND t.name NOT LIKE '%()' "
            "ORDER BY t.name " +
            order + " LIMIT ?5"));
    const Place place = PlaceOf(project);
    list.Bind(place.project, prefix, AfterAll(prefix), wanted, count, place.schema);
    return list;
  };
  const auto read = [](const Statement& row) {
    return TableName{row.Text(0), row.Text(1) == "view", row.Int(3) != 0, row.Text(2)};
  };
  return FirstAndLast<TableName>(ask, read, limit);
}

Result<std::vector<std::string>> CatalogNames::Functions(const std::string& project,
                                                         std::string_view prefix, int limit) {
  const auto ask = [&](const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(Statement list,
                  database_->Prepare("SELECT substr(name, 1, length(name) - 2) FROM tables WHERE "
                                     "project_id = (SELECT id FROM projects WHERE name = ?1) "
                                     "AND schema = ?5 AND name >= ?2 AND name < ?3 "
                                     "AND kind = 'view' AND name LIKE '%()' ORDER BY name " +
                                     order + " LIMIT ?4"));
    const Place place = PlaceOf(project);
    list.Bind(place.project, prefix, AfterAll(prefix), count, place.schema);
    return list;
  };
  const auto read = [](const Statement& row) { return row.Text(0); };
  return FirstAndLast<std::string>(ask, read, limit);
}

Result<std::vector<CatalogNames::FunctionName>> CatalogNames::OwnFunctions(
    const std::string& project, std::string_view prefix, int limit) {
  const auto ask = [&](const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(
        Statement list,
        database_->Prepare(
            "SELECT name, form, signature FROM ("
            "SELECT project_id, schema, substr(name, 1, length(name) - 2) AS name, 'sql' AS form, "
            "view_text AS signature FROM tables WHERE kind = 'view' AND name LIKE '%()' "
            "UNION ALL SELECT project_id, schema, name, form, signature FROM functions) AS named "
            "WHERE project_id = (SELECT id FROM projects WHERE name = ?1) AND schema = ?5 "
            "AND name COLLATE NOCASE >= ?2 COLLATE NOCASE "
            "AND name COLLATE NOCASE < ?3 COLLATE NOCASE "
            "ORDER BY name COLLATE NOCASE " +
            order + " LIMIT ?4"));
    const Place place = PlaceOf(project);
    list.Bind(place.project, prefix, AfterAll(prefix), count, place.schema);
    return list;
  };
  const auto read = [](const Statement& row) {
    return FunctionName{row.Text(0), row.Text(1), row.Text(2)};
  };
  return FirstAndLast<FunctionName>(ask, read, limit);
}

Result<std::vector<CatalogNames::ResourceName>> CatalogNames::Resources(const std::string& project,
                                                                        std::string_view prefix,
                                                                        int limit) {
  const auto ask = [&](const std::string& order, int count) -> Result<Statement> {
    PAISQL_ASSIGN(Statement list,
                  database_->Prepare("SELECT name, kind, comment FROM resources WHERE "
                                     "project_id = (SELECT id FROM projects WHERE name = ?1) "
                                     "AND schema = ?5 AND name >= ?2 AND name < ?3 ORDER BY name " +
                                     order + " LIMIT ?4"));
    const Place place = PlaceOf(project);
    list.Bind(place.project, prefix, AfterAll(prefix), count, place.schema);
    return list;
  };
  const auto read = [](const Statement& row) {
    return ResourceName{row.Text(0), row.Text(1), row.Text(2)};
  };
  return FirstAndLast<ResourceName>(ask, read, limit);
}

Result<std::vector<CatalogNames::ModelName>> CatalogNames::Models(const std::string& project,
                                                                  std::string_view prefix,
                                                                  int limit) {
  const auto ask =
      AskForNames(*database_, "name, default_version, comment FROM models", project, prefix);
  const auto read = [](const Statement& row) {
    return ModelName{row.Text(0), row.Int(1), row.Text(2)};
  };
  return FirstAndLast<ModelName>(ask, read, limit);
}

Result<std::vector<CatalogNames::ServiceName>> CatalogNames::Services(const std::string& project,
                                                                      std::string_view prefix,
                                                                      int limit) {
  const auto ask = AskForNames(*database_, "name, running FROM services", project, prefix);
  const auto read = [](const Statement& row) { return ServiceName{row.Text(0), row.Int(1) != 0}; };
  return FirstAndLast<ServiceName>(ask, read, limit);
}

Result<std::optional<int64_t>> CatalogNames::TableId(const std::string& project,
                                                     const std::string& table) {
  const Place place = PlaceOf(project);
  return database_->QueryInt(
      "SELECT id FROM tables WHERE name = ?2 AND schema = ?3 AND "
      "project_id = (SELECT id FROM projects WHERE name = ?1)",
      place.project, table, place.schema);
}

Result<std::vector<CatalogNames::ColumnName>> CatalogNames::Columns(const std::string& project,
                                                                    const std::string& table) {
  std::vector<ColumnName> columns;
  PAISQL_ASSIGN(const std::optional<int64_t> id, TableId(project, table));
  if (!id.has_value()) return columns;
  PAISQL_ASSIGN(Statement list,
                database_->Prepare("SELECT name, type, comment, is_partition FROM columns "
                                   "WHERE table_id = ?1 AND until_version IS NULL "
                                   "ORDER BY is_partition, position"));
  list.Bind(*id);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return columns;
    columns.push_back({list.Text(0), list.Text(1), list.Text(2), list.Int(3) != 0});
  }
}

Result<CatalogNames::ColumnsOfTables> CatalogNames::AllColumns(const std::string& project,
                                                               std::string_view prefix,
                                                               size_t limit) {
  // Table after table, and within each by the index of names: SQLite sorts nothing.
  PAISQL_ASSIGN(
      Statement list,
      database_->Prepare(
          "SELECT c.name, c.type, t.name FROM tables t CROSS JOIN columns c "
          "INDEXED BY columns_by_name WHERE c.table_id = t.id AND t.project_id = (SELECT id FROM "
          "projects WHERE name = ?1) "
          "AND t.schema = ?5 AND c.until_version IS NULL AND c.name >= ?2 AND c.name < ?3 "
          "LIMIT ?4"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, prefix, AfterAll(prefix), kMaxColumnRows, place.schema);
  ColumnsOfTables found;
  std::map<std::string, ColumnOfTables> by_name;
  for (int rows = 1;; ++rows) {
    const Result<bool> next = list.Step();
    if (!next.ok()) found.whole = false;  // what the time was enough for is an answer, too
    if (!next.ok() || !*next) break;
    if (rows == kMaxColumnRows) found.whole = false;
    const std::string key = ToLower(list.Text(0));
    if (by_name.size() == limit && !by_name.contains(key)) {
      found.whole = false;
      break;
    }
    const auto [place, added] =
        by_name.try_emplace(key, ColumnOfTables{list.Text(0), list.Text(1), {}, 0});
    ColumnOfTables& column = place->second;
    if (!added && column.type != list.Text(1)) column.type.clear();
    if (column.tables.size() < kMaxTablesOfColumn) {
      column.tables.push_back(list.Text(2));
    } else {
      ++column.others;
    }
  }
  for (auto& [key, column] : by_name) found.columns.push_back(std::move(column));
  return found;
}

Result<std::vector<std::string>> CatalogNames::PartitionValues(
    const std::string& project, const std::string& table,
    const std::vector<std::optional<std::string>>& leading, std::string_view prefix, int limit) {
  std::vector<std::string> values;
  PAISQL_ASSIGN(const std::optional<int64_t> id, TableId(project, table));
  if (!id.has_value()) return values;
  std::vector<std::string> known;
  for (const auto& value : leading) {
    if (!value.has_value()) break;
    known.push_back(*value);
  }
  const size_t level = leading.size();
  const std::string front = known.empty() ? "" : PartitionKey(known) + "/";
  const bool jumps = known.size() == level;  // each value is one step in the index
  const std::string lower = front + (jumps ? PercentEncode(prefix) : "");
  std::string upper = lower + "\x7f";  // keys are of ASCII only
  PAISQL_ASSIGN(Statement next,
                database_->Prepare("SELECT key FROM partitions WHERE table_id = ?1 AND "
                                   "key >= ?2 AND key < ?3 ORDER BY key DESC LIMIT ?4"));
  next.Bind(*id, lower, upper, jumps ? 1 : kMaxKeys);
  while (static_cast<int>(values.size()) < limit) {
    PAISQL_ASSIGN(const bool found, next.Step());
    if (!found) break;
    const std::string key = next.Text(0);
    const std::vector<std::string> parts = store::PartitionValues(key);
    if (parts.size() <= level) break;
    const std::string& value = parts[level];
    bool fits = value.starts_with(prefix);
    for (size_t i = 0; i < level; ++i) {
      fits = fits && (!leading[i].has_value() || parts[i] == *leading[i]);
    }
    if (fits && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
    if (!jumps) continue;
    upper = front + PercentEncode(value);
    // All keys with this value come after it; what lies between "a" and "a/" has other values.
    if (parts.size() > level + 1) upper += '/';
    next.Bind(*id, lower, upper, 1);
  }
  if (!jumps) std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

Result<std::vector<CatalogNames::JobName>> CatalogNames::Jobs(const std::string& project,
                                                              int limit) {
  std::vector<JobName> jobs;
  PAISQL_ASSIGN(Statement list,
                database_->Prepare("SELECT id, name, state, substr(statement, 1, 100) FROM jobs "
                                   "WHERE project_id = (SELECT id FROM projects WHERE name = ?1) "
                                   "ORDER BY created_ms DESC, id DESC LIMIT ?2"));
  list.Bind(ProjectOfPlace(project), limit);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return jobs;
    jobs.push_back({list.Text(0), list.Text(1), list.Text(2), list.Text(3)});
  }
}

}  // namespace paisql::store
