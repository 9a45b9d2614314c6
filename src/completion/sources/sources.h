#pragma once

// Where the names come from that completion offers. A test brings its own. What cannot be read is
// an empty answer: completion disturbs nobody.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::completion {

struct Name {
  std::string name;
  std::string detail;  // a line about it, or ""
};

struct TableName {
  std::string name;
  bool view = false;
  bool has_partitions = false;
  std::string comment;
};

struct ColumnName {
  std::string name;
  std::string type;  // "" when nobody knows
  std::string comment;
  bool partition = false;
};

// A function of users.
struct FunctionName {
  std::string name;
  std::string call;   // "(BIGINT) -> STRING"
  bool rows = false;  // it gives rows
};

// A column of any table of a project.
struct ColumnOfTables {
  std::string name;
  std::string type;                 // "" where its tables disagree
  std::vector<std::string> tables;  // some of those that have it
  size_t others = 0;                // how many further tables have it
};

struct ColumnsOfTables {
  std::vector<ColumnOfTables> columns;
  bool whole = true;  // false: there are more
};

struct JobName {
  std::string id;
  std::string name;   // jobName, may be ""
  std::string state;  // "running"
  std::string statement;
};

// A command of the shell, which needs no semicolon.
struct CommandName {
  std::vector<std::string> names;  // "\i", "source"
  // The arguments, a word each, in brackets or not: FILE, TABLE, FORMAT, SETTING, JOB, TOPIC,
  // PROJECT, or choices "on|off". Other words stand for arguments without completion.
  std::string arguments;
  std::string help;
};

struct FileName {
  std::string path;  // as it goes on from what is typed
  bool folder = false;
};

class Sources {
 public:
  virtual ~Sources() = default;

  // --- the session ---
  virtual std::string Project() = 0;  // with the schema, where it is not `default`
  virtual std::string Setting(std::string_view name) = 0;
  // The variables that have a value, which is the detail.
  virtual std::vector<Name> Variables() = 0;
  // Variables of script mode that a prompt keeps, without @.
  virtual std::vector<Name> ScriptVariables() = 0;

  // --- the catalog: names that begin with the prefix, in any letter case ---
  virtual std::vector<Name> Projects(std::string_view prefix) = 0;
  // Those of a project beside `default`.
  virtual std::vector<Name> Schemas(const std::string& project, std::string_view prefix) = 0;
  virtual std::vector<TableName> Tables(const std::string& project, std::string_view prefix) = 0;
  // Partition columns last; empty for an unknown table.
  virtual std::vector<ColumnName> Columns(const std::string& project, const std::string& table) = 0;
  // The columns of all tables and views of the project, each name once.
  virtual ColumnsOfTables AllColumns(const std::string& project, std::string_view prefix) = 0;
  // Newest first. `leading`: what the partition columns in front have, as far as that is known.
  virtual std::vector<std::string> PartitionValues(
      const std::string& project, const std::string& table,
      const std::vector<std::optional<std::string>>& leading, std::string_view prefix) = 0;
  virtual std::vector<FunctionName> Functions(const std::string& project,
                                              std::string_view prefix) = 0;
  virtual std::vector<Name> Resources(std::string_view prefix) = 0;
  virtual std::vector<Name> Models(std::string_view prefix) = 0;
  virtual std::vector<Name> Services(std::string_view prefix) = 0;
  virtual std::vector<JobName> Jobs() = 0;  // newest first

  // --- files ---
  // What begins as the path does: "data/bi" gives "data/big.csv".
  virtual std::vector<FileName> Files(std::string_view path) = 0;
  // The same for oss://bucket/key.
  virtual std::vector<FileName> OssFiles(std::string_view url) = 0;

  // --- the shell ---
  virtual const std::vector<CommandName>& Commands() = 0;
  virtual const std::vector<std::string>& Formats() = 0;
  // The topics of HELP beside functions, settings and algorithms.
  virtual std::vector<std::string> HelpTopics() = 0;
};

}  // namespace paisql::completion
