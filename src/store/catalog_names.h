#pragma once

// A glance at the names in a catalog: what begins with a text, a limited number of rows at once. It
// has a connection of its own that only reads, waits for nobody and gives up after kGlanceMs, so
// that asking costs a user nothing and disturbs no statement. Errors are those of the catalog; who
// only wants to help goes on without an answer. Belongs to one thread.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/types.h"

namespace paisql::store {

inline constexpr int kGlanceMs = 200;

class Database;

class CatalogNames {
 public:
  // A catalog of another version than ours is kEnvironment. Who was asked for the names, and does
  // not guess them while somebody types, has more patience.
  static Result<std::unique_ptr<CatalogNames>> Open(const Home& home, int patience_ms = kGlanceMs);
  ~CatalogNames();
  CatalogNames(const CatalogNames&) = delete;
  CatalogNames& operator=(const CatalogNames&) = delete;

  // Each list is sorted by name and has at most `limit` names, and then the last of all that
  // begin so: what all of them begin with is what the first and the last do. Letter case does not
  // matter.
  Result<std::vector<std::string>> Projects(std::string_view prefix, int limit);
  // Those of a project beside `default`.
  Result<std::vector<std::string>> Schemas(const std::string& project, std::string_view prefix,
                                           int limit);
  struct TableName {
    std::string name;
    bool view = false;
    bool has_partitions = false;
    std::string comment;
  };
  // Names of tables, of views, or of both.
  Result<std::vector<TableName>> Tables(const std::string& project, std::string_view prefix,
                                        std::optional<TableKind> kind, int limit);
  // SQL functions, without the brackets under which the catalog keeps them beside the views.
  Result<std::vector<std::string>> Functions(const std::string& project, std::string_view prefix,
                                             int limit);
  struct FunctionName {
    std::string name;
    std::string form;       // as UserFunction has it, or "sql"
    std::string signature;  // of annotate, or the definition of a SQL function
  };
  // Those of users, in SQL and in Python.
  Result<std::vector<FunctionName>> OwnFunctions(const std::string& project,
                                                 std::string_view prefix, int limit);
  // The facts that a list shows of each table and view of a project.
  struct TableFacts {
    std::string name;
    bool view = false;
    bool partitioned = false;
    std::string comment;
    int64_t last_modified_ms = 0;
    // Nothing for a view.
    int64_t partitions = 0;
    int64_t rows = 0;
    int64_t bytes = 0;
  };
  // All of them, sorted by name: one question however many there are.
  Result<std::vector<TableFacts>> AllTables(const std::string& project);
  // The tables of all projects that have a LIFECYCLE.
  struct Named {
    std::string project;
    std::string name;
  };
  Result<std::vector<Named>> WithLifecycle();
  struct ResourceName {
    std::string name;
    std::string kind;  // "py"
    std::string comment;
  };
  Result<std::vector<ResourceName>> Resources(const std::string& project, std::string_view prefix,
                                              int limit);

  struct ModelName {
    std::string name;
    int64_t default_version = 0;
    std::string comment;
  };
  Result<std::vector<ModelName>> Models(const std::string& project, std::string_view prefix,
                                        int limit);

  struct ServiceName {
    std::string name;
    bool running = false;
  };
  Result<std::vector<ServiceName>> Services(const std::string& project, std::string_view prefix,
                                            int limit);

  struct ColumnName {
    std::string name;
    std::string type;
    std::string comment;
    bool partition = false;
  };
  // In the table's order, partition columns last; empty for an unknown table.
  Result<std::vector<ColumnName>> Columns(const std::string& project, const std::string& table);

  struct ColumnOfTables {
    std::string name;
    std::string type;                 // "" where the tables disagree
    std::vector<std::string> tables;  // the first of those that have it
    size_t others = 0;                // how many further tables have it
  };
  struct ColumnsOfTables {
    std::vector<ColumnOfTables> columns;  // sorted by name
    bool whole = true;                    // false: the project has more such columns
  };
  // The columns of all tables and views of the project, each name once. At most `limit` names.
  Result<ColumnsOfTables> AllColumns(const std::string& project, std::string_view prefix,
                                     size_t limit);

  // The values of a partition column, the greatest first, which of days is the newest. `leading`
  // has a value, or nullopt for any, for each partition column in front of it.
  Result<std::vector<std::string>> PartitionValues(
      const std::string& project, const std::string& table,
      const std::vector<std::optional<std::string>>& leading, std::string_view prefix, int limit);

  struct JobName {
    std::string id;
    std::string name;
    std::string state;
    std::string statement;  // its first 100 characters
  };
  // Newest first.
  Result<std::vector<JobName>> Jobs(const std::string& project, int limit);

 private:
  CatalogNames();
  Result<std::optional<int64_t>> TableId(const std::string& project, const std::string& table);

  std::unique_ptr<Database> database_;
};

}  // namespace paisql::store
